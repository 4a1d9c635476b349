import { useTranslation } from 'react-i18next';
import type { UserCaseDetails } from '#/contract/cases.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import styles from './CaseHero.module.css';

interface OpenNoteProps {
  details: UserCaseDetails;
  isSpinning: boolean;
  /** Why the last opening gave no prize; null if it did. */
  sentence: string | null;
}

/** What there is to say at the button: why the case did not open (R4), or that none is left. */
export function OpenNote({ details: { case: box, count }, isSpinning, sentence }: OpenNoteProps) {
  const { t } = useTranslation('cases');
  return (
    <div id="open-note" className={styles.note}>
      {sentence !== null && (
        <div className={`cut ${styles.failure}`} role="alert">
          <Icon name="warning" />
          <div>
            <strong>{t('failure.title')}</strong>
            <p>{sentence}</p>
          </div>
        </div>
      )}
      {!isSpinning && count < 1 && (
        <div className={styles.soldOut}>
          {sentence === null && <p>{t('case.outOfStock')}</p>}
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
