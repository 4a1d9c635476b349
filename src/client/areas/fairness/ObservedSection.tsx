import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { shopCalls } from '#/contract/calls/shop.ts';
import { call } from '#/client/platform/api/api.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';
import { FairStats } from '#/client/domain/prizes/FairStats.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { Select } from '#/client/ui/inputs/Select.tsx';
import styles from './ObservedSection.module.css';

/** Target of `paths.fairStats`. */
const TITLE_ID = 'observed';

/** Declared odds beside observed draws, for the case in the address (`?case=`). */
export function ObservedSection() {
  const { t } = useTranslation('fairness');
  const [search, setSearch] = useSearchParams();
  const { data: cases = [] } = useQuery({
    queryKey: ['shop', 'cases'],
    queryFn: async ({ signal }) => (await call(shopCalls.shopCases, {}, { signal })).cases,
  });
  // scrolls to the section, because a link points to it
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (location.hash === `#${TITLE_ID}`) section.current?.scrollIntoView();
  }, []);

  // the server renders the page without its query
  const isHydrated = useHydrated();
  const chosen = (isHydrated && search.get('case')) || '';
  // a case that has left the shop still has its draws
  const caseId = /^[1-9]\d{0,9}$/.test(chosen) ? Number(chosen) : cases[0]?.id;
  return (
    <section ref={section} aria-labelledby={TITLE_ID} className={styles.observed}>
      <SectionHeading id={TITLE_ID} title={t('observed.title')}>
        {t('observed.text')}
      </SectionHeading>
      <div className={styles.choice}>
        <Select
          name="case"
          label={t('observed.case')}
          placeholder={t('observed.choose')}
          options={cases.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={caseId === undefined ? '' : String(caseId)}
          onValueChange={(value) =>
            setSearch(
              (known) => {
                known.set('case', value);
                return known;
              },
              { preventScrollReset: true, replace: true },
            )
          }
        />
      </div>
      {caseId !== undefined && <FairStats key={caseId} caseId={caseId} />}
    </section>
  );
}
