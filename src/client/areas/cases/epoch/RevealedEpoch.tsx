import { useTranslation } from 'react-i18next';
import { previousSeed } from '#/contract/fair.ts';
import type { FairEpoch } from '#/contract/fairness.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { CopyValue } from '#/client/ui/inputs/CopyValue.tsx';
import { Paper } from '#/client/ui/surfaces/Paper.tsx';
import styles from './FairContent.module.css';

/** The seed of an epoch that has just ended. This browser compares it with its commitment. */
export function RevealedEpoch({ epoch, serverSeed }: { epoch: FairEpoch; serverSeed: string }) {
  const { t } = useTranslation('cases');
  const isSame = previousSeed(serverSeed) === epoch.commitment;
  const what = t('fair.serverSeed');
  return (
    <Paper as="article" className={styles.document}>
      <p className={styles.head}>
        <span>{t('fair.document', { id: epoch.id })}</span>
      </p>
      <h3>{t('fair.revealed')}</h3>
      <p>{t(isSame ? 'fair.revealedText' : 'fair.revealedDiffers')}</p>
      <dl className={styles.facts}>
        <CopyValue
          label={what}
          value={serverSeed}
          copyLabel={t('fair.copyNamed', { what })}
          copiedLabel={t('fair.copied')}
        />
      </dl>
      <p>
        <ButtonLink
          variant="secondary"
          size="small"
          icon="arrowRight"
          to={inLocale(pageConfig.locale, paths.fairEpoch(epoch.id))}
        >
          {t('fair.verify')}
        </ButtonLink>
      </p>
    </Paper>
  );
}
