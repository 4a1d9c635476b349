import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserCaseDetails } from '#/contract/cases.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { ClosedNote } from '#/client/platform/forms/ClosedNote.tsx';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import styles from './CaseHero.module.css';
import { OpenFailure } from './OpenFailure.tsx';

interface OpenNoteProps {
  /** Gets the focus when the button cannot keep it. */
  place: RefObject<HTMLDivElement | null>;
  details: UserCaseDetails;
  isSpinning: boolean;
  /** Why the last opening gave no prize, if there is no reel to say so; else null. */
  sentence: string | null;
}

/** What there is to say at the button: why the case did not open (R4), or that none is left. */
export function OpenNote({ place, details: { case: box, count }, isSpinning, sentence }: OpenNoteProps) {
  const { t } = useTranslation('cases');
  return (
    <div ref={place} id="open-note" className={styles.note} tabIndex={-1}>
      {!isSpinning && <ClosedNote part="openings" />}
      {sentence !== null && <OpenFailure sentence={sentence} />}
      {!isSpinning && count < 1 && (
        <div className={styles.soldOut}>
          <p>{t('case.outOfStock')}</p>
          <ButtonLink
            to={inLocale(pageConfig.locale, paths.donateCase(box.id))}
            variant="secondary"
            size="small"
            aria-label={t('inventory.buyMoreNamed', { name: box.name })}
          >
            {t('inventory.buyMore')}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
