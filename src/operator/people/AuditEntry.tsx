import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import type { auditReply } from '#/contract/operator/auditLog.ts';
import { Differences } from '../parts/Differences.tsx';
import { useFieldTexts } from '../parts/fieldTexts.ts';
import { Time } from '../parts/Time.tsx';
import styles from './People.module.css';

type Entry = z.output<typeof auditReply>['entries'][number];

/** One act: who, what, to whom, why, and what it changed. */
export function AuditEntry({ entry }: { entry: Entry }) {
  const { t } = useTranslation('operator');
  const { known } = useFieldTexts();
  const { at, operator, act, targetType, targetId, before, after, reason, network, approvedBy } = entry;
  return (
    <li className={styles.entry}>
      <div className={styles.when}>
        <Time at={at} />
        {network && <code title={t('fields.network')}>{network}</code>}
      </div>
      <div className={styles.what}>
        <p>
          <strong>{operator ?? t('audit.shell')}</strong>: {known(`acts.${act}`) ?? act}
          {targetType && targetId && (
            <span className={styles.target}>
              {known(`targets.${targetType}`) ?? targetType} {targetId}
            </span>
          )}
        </p>
        {reason && <p className={styles.reason}>{reason}</p>}
        {approvedBy && <p>{t('audit.approvedBy', { name: approvedBy })}</p>}
        {(before ?? after) && (
          <details>
            <summary>{t('audit.difference')}</summary>
            <Differences before={before ?? {}} after={after ?? {}} />
          </details>
        )}
      </div>
    </li>
  );
}
