import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '../parts/PageHead.tsx';
import { Tabs } from '../parts/Tabs.tsx';

const PARTS = { vat: '/tax', doubts: '/tax/doubts', rates: '/tax/rates' } as const;
export type TaxPart = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as TaxPart[];

/** Fields of the address that the parts share. */
const SHARED = ['days', 'from', 'to', 'server'] as const;

/** The head of the tax pages. The range of days stays when the part changes. */
export function TaxHead({ part, children }: { part: TaxPart; children?: ReactNode }) {
  const { t } = useTranslation('operatorTax');
  const [search] = useSearchParams();
  const shared = new URLSearchParams(
    SHARED.flatMap((name): [string, string][] => {
      const value = search.get(name);
      return value === null ? [] : [[name, value]];
    }),
  ).toString();
  return (
    <>
      <PageHead title={t('title')} lead={t(`leads.${part}`)}>
        {children}
      </PageHead>
      <Tabs
        label={t('parts.label')}
        tabs={PART_NAMES.map((name) => ({
          to: shared === '' ? PARTS[name] : `${PARTS[name]}?${shared}`,
          label: t(`parts.${name}`),
          isShown: name === part,
        }))}
      />
    </>
  );
}
