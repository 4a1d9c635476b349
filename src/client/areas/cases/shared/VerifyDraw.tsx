import { useTranslation } from 'react-i18next';
import type { SharedPrize } from '#/contract/sharedPrizes.ts';
import { CheckList } from '#/client/domain/verification/CheckList.tsx';
import { gatherEpoch } from '#/client/domain/verification/gatherEpoch.ts';
import { useVerification } from '#/client/domain/verification/useVerification.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import { Paper } from '#/client/ui/surfaces/Paper.tsx';
import styles from './VerifyDraw.module.css';

/** Verifies the draw of a shared prize in the browser, as the fairness page does (C14, RT12). */
export function VerifyDraw({ draw: { epochId, nonce } }: Pick<SharedPrize, 'draw'>) {
  const { t } = useTranslation('prize');
  const { state, start } = useVerification();
  const isBusy = state.phase === 'reading' || state.phase === 'checking';
  const verdict = state.phase === 'done' ? state.report.verdict : null;
  return (
    <section className={styles.verify} aria-label={t('page.verify')}>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon="check"
          busy={isBusy}
          onClick={() => void start((signal, onProgress) => gatherEpoch(epochId, nonce, signal, onProgress))}
        >
          {t('page.verify')}
        </Button>
        <TextLink to={inLocale(pageConfig.locale, paths.fairDraw(epochId, nonce))}>{t('page.more')}</TextLink>
      </div>
      <output className={verdict ? styles.verdict : 'unseen'} data-state={verdict?.state}>
        {isBusy ? t('page.verifying') : verdict && t(`verdict.${verdict.state}`)}
      </output>
      <FormAlert sentences={state.phase === 'failed' ? [t('page.verifyFailed')] : []} />
      {verdict && (
        <Paper>
          <CheckList checks={verdict.checks} />
        </Paper>
      )}
    </section>
  );
}
