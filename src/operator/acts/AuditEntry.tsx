import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import type { auditReply } from '#/contract/operator/people/auditLog.ts';
import { ActTarget } from './ActTarget.tsx';
import { Differences } from './Differences.tsx';
import { useFieldTexts } from './fieldTexts.ts';
import { Time } from '../parts/Time.tsx';
import styles from './AuditEntry.module.css';

type Entry = z.output<typeof auditReply>['entries'][number];

/** A list of acts, the newest first. */
export function AuditList({ children }: { children: ReactNode }) {
  return <ol className={styles.log}>{children}</ol>;
}

interface AuditEntryProps {
  /** The page of a target passes no target. */
  entry: Omit<Entry, 'operator' | 'targetType' | 'targetId' | 'network'> &
    Partial<Pick<Entry, 'targetType' | 'targetId' | 'network'>>;
  who: string;
}

/** An act in the audit log: operator, kind, target, reason and changed fields. */
export function AuditEntry({ entry, who }: AuditEntryProps) {
  const { t } = useTranslation('operator');
  const { known } = useFieldTexts();
  const { at, act, targetType, targetId, before, after, reason, network, approvedBy } = entry;
  const hasFields = Object.keys(before ?? {}).length + Object.keys(after ?? {}).length > 0;
  return (
    <li className={styles.entry}>
      <div className={styles.when}>
        <Time at={at} />
        {network && <code title={t('fields.network')}>{network}</code>}
      </div>
      <div className={styles.what}>
        <p>
          <strong>{who}</strong>: {known(`operator:acts.${act}`) ?? act}
          {targetType && targetId && (
            <span className={styles.target}>
              <ActTarget type={targetType} id={targetId} />
            </span>
          )}
        </p>
        {reason && <p className={styles.reason}>{reason}</p>}
        {approvedBy && <p>{t('audit.approvedBy', { name: approvedBy })}</p>}
        {hasFields && (
          <details>
            <summary>{t('audit.difference')}</summary>
            <Differences before={before ?? {}} after={after ?? {}} />
          </details>
        )}
      </div>
    </li>
  );
}
