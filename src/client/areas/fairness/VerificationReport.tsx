import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { saveFile } from '#/client/platform/media/saveFile.ts';
import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { Paper } from '#/client/ui/surfaces/Paper.tsx';
import { CheckList } from '#/client/domain/verification/CheckList.tsx';
import { DrawView } from './DrawView.tsx';
import { exportText } from '#/client/domain/verification/evidence.ts';
import type { Report } from '#/client/domain/verification/useVerification.ts';
import styles from './VerificationReport.module.css';

interface VerificationReportProps {
  report: Report;
  /** Nonce of the draw shown first; null: the first draw. */
  nonce: number | null;
}

/** The result: the verdict and the nine checks, and beside them one draw. */
export function VerificationReport({ report, nonce: asked }: VerificationReportProps) {
  const { t } = useTranslation('fairness');
  const { evidence, verdict, file } = report;
  const firstNonce = evidence.draws[0]?.nonce ?? null;
  const isAskedThere = evidence.draws.some(({ nonce }) => nonce === asked);
  const [chosen, setChosen] = useState(isAskedThere ? asked : (verdict.faultyNonces[0] ?? firstNonce));
  const { state } = verdict;
  return (
    <div className={styles.report}>
      <div className={styles.document}>
        <Paper aria-labelledby="report-title" className={styles.paper}>
          <p className={styles.head}>
            <span>{t('report.title')}</span>
            {file && (
              <span>
                {t('report.seedOf', { idx: String(file.epoch.idx), chainNo: String(file.epoch.chainNo) })}
              </span>
            )}
          </p>
          <h2 id="report-title" className={styles.verdict} data-state={state}>
            {t(`report.${state}`)}
          </h2>
          <p>
            {state === 'failed'
              ? t('report.failedText', { email: pageConfig.supportEmail })
              : t(`report.${state}Text`)}
          </p>
          <dl className={styles.facts}>
            {evidence.epoch.id !== '' && (
              <div>
                <dt>{t('values.epoch')}</dt>
                <dd>{evidence.epoch.id}</dd>
              </div>
            )}
            <div>
              <dt>{t('report.drawsChecked')}</dt>
              <dd>{formatNumber(verdict.drawsChecked)}</dd>
            </div>
          </dl>
          <CheckList checks={verdict.checks} />
          {asked !== null && !isAskedThere && file && (
            <p role="alert">{t('verify.noSuchDraw', { total: formatNumber(evidence.draws.length) })}</p>
          )}
        </Paper>
        <div className={styles.after}>
          {state === 'waiting' && readToken() && (
            <ButtonLink to={inLocale(pageConfig.locale, paths.inventory)} icon="arrowRight">
              {t('report.toCabinet')}
            </ButtonLink>
          )}
          {file && (
            <>
              <Button
                variant="secondary"
                size="small"
                onClick={() => saveFile(`${file.epoch.id}.json`, 'application/json', exportText(file))}
              >
                {t('report.download')}
              </Button>
              <p>{t('report.downloadHint')}</p>
            </>
          )}
        </div>
      </div>
      {chosen !== null && <DrawView report={report} nonce={chosen} onNonceChange={setChosen} />}
    </div>
  );
}
