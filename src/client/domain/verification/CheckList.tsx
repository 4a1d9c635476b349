import { useTranslation } from 'react-i18next';
import { drawNo } from '#/contract/fair.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Icon, type IconName } from '#/client/ui/display/Icon.tsx';
import type { Check, CheckState } from './checks.ts';
import styles from './CheckList.module.css';

const SIGNS: Record<CheckState, IconName> = {
  passed: 'check',
  failed: 'close',
  waiting: 'calendar',
  unknown: 'minus',
};

/** The nine checks, each with its sign, its result and the reason in plain words. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const { t } = useTranslation('fairness');
  const numberText = (value: number | undefined) => (value === undefined ? '' : formatNumber(value));
  return (
    <ol className={styles.checks} aria-label={t('report.checks')}>
      {checks.map(({ id, state, reason, count, total, nonce }) => (
        <li key={id} data-state={state}>
          <span className={styles.sign}>
            <Icon name={SIGNS[state]} />
          </span>
          <div>
            <h3>{t(`checkNames.${id}`)}</h3>
            <span className={`label ${styles.state}`}>{t(`states.${state}`)}</span>
            <p>
              {t(`checks.${reason}`, {
                amount: numberText(count),
                total: numberText(total),
                no: nonce === undefined ? '' : String(drawNo(nonce)),
              })}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
