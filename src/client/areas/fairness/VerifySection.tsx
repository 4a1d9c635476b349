import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';
import { errorText } from '#/client/platform/i18n/errorText.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Progress } from '#/client/ui/feedback/Progress.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import { useSearchChoice } from '#/client/platform/navigation/useSearchChoice.ts';
import { FileForm } from './FileForm.tsx';
import { gatherEpoch } from '#/client/domain/verification/gatherEpoch.ts';
import { HandForm } from './HandForm.tsx';
import { isEpochId, isNonce } from '#/client/domain/verification/handEvidence.ts';
import { NumberForm } from './NumberForm.tsx';
import { useVerification, type Verification } from '#/client/domain/verification/useVerification.ts';
import { VerificationReport } from './VerificationReport.tsx';
import styles from './VerifySection.module.css';

const WAYS = ['number', 'file', 'hand'] as const;

/** Verifies a draw, an epoch, a file or typed numbers (RT12). A link with an epoch starts at once. */
export function VerifySection() {
  const { t } = useTranslation('fairness');
  const [way, setWay] = useSearchChoice('way', WAYS);
  const [search, setSearch] = useSearchParams();
  const { state, start, cancel } = useVerification();

  // the server renders the page without its query
  const isHydrated = useHydrated();
  const epoch = (isHydrated && search.get('epoch')) || '';
  const nonceText = (isHydrated && search.get('nonce')) || '';
  const nonce = isNonce(nonceText) ? Number(nonceText) : null;
  const isAsked = way === 'number' && isEpochId(epoch);
  const verifyAsked = useCallback(
    () => void start((signal, onProgress) => gatherEpoch(epoch, nonce, signal, onProgress)),
    [start, epoch, nonce],
  );
  useEffect(() => {
    if (isAsked) verifyAsked();
    else cancel();
  }, [isAsked, verifyAsked, cancel]);

  const verifyNumber = (epochId: string, wanted: number | null) => {
    if (epochId === epoch && wanted === nonce) verifyAsked();
    else
      setSearch(
        { epoch: epochId, ...(wanted !== null && { nonce: String(wanted) }) },
        { preventScrollReset: true },
      );
  };
  return (
    <section className={styles.verify} aria-labelledby="verify-title">
      <SectionHeading id="verify-title" title={t('verify.title')} />
      <Tabs
        size="small"
        label={t('verify.ways')}
        value={way}
        onValueChange={setWay}
        tabs={[
          { value: 'number', label: t('verify.byNumber'), icon: 'ticket' },
          { value: 'file', label: t('verify.byFile'), icon: 'stack' },
          { value: 'hand', label: t('verify.byHand'), icon: 'wrench' },
        ]}
      >
        {way === 'number' ? (
          <NumberForm asked={{ epoch, nonce }} onVerify={verifyNumber} />
        ) : way === 'file' ? (
          <FileForm onVerify={(file) => void start(async () => file)} />
        ) : (
          <HandForm onVerify={(evidence) => void start(async () => evidence)} />
        )}
      </Tabs>
      <Outcome
        state={state}
        nonce={way === 'number' ? nonce : null}
        onCancel={cancel}
        onRetry={verifyAsked}
      />
    </section>
  );
}

interface OutcomeProps {
  state: Verification;
  nonce: number | null;
  onCancel: () => void;
  onRetry: () => void;
}

function Outcome({ state, nonce, onCancel, onRetry }: OutcomeProps) {
  const { t } = useTranslation('fairness');
  const isBusy = state.phase === 'reading' || state.phase === 'checking';
  return (
    <div aria-busy={isBusy} className={styles.outcome}>
      <output className="unseen">
        {isBusy
          ? t(`verify.${state.phase}`)
          : state.phase === 'done' && t(`report.${state.report.verdict.state}`)}
      </output>
      {isBusy && (
        <div className={styles.progress}>
          <Progress
            label={t(`verify.${state.phase}`)}
            value={state.done}
            max={Math.max(1, state.total)}
            reading={
              state.total > 0
                ? t('verify.reached', { done: formatNumber(state.done), total: formatNumber(state.total) })
                : '…'
            }
            tone="sodium"
          />
          <Button variant="secondary" size="small" onClick={onCancel}>
            {t('verify.cancel')}
          </Button>
        </div>
      )}
      {state.phase === 'failed' && (
        <ErrorState
          title={t('verify.failedTitle')}
          text={errorText(state.code)}
          retryLabel={t('verify.retry')}
          onRetry={onRetry}
        />
      )}
      {state.phase === 'done' && (
        <VerificationReport
          key={`${state.report.evidence.epoch.id}/${nonce}`}
          report={state.report}
          nonce={nonce}
        />
      )}
    </div>
  );
}
