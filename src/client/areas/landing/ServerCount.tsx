import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerStatistic } from '#/contract/landing.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { useTicking } from '#/client/ui/display/useTicking.ts';
import styles from './ServerCount.module.css';

interface ServerCountProps {
  /** Undefined while it is loading. */
  count: ServerStatistic | undefined;
  /** Whether no server answered. */
  isUnknown: boolean;
  /** Number of players on the fullest server. It replaces unknown numbers of slots. */
  most: number;
}

/** The players on a server. A server that does not answer is marked as offline and shows no number (L7). */
export function ServerCount({ count, isUnknown, most }: ServerCountProps) {
  const { t } = useTranslation('landing');
  if (count?.isOnline) {
    const { online, slots } = count;
    return (
      <span
        className={styles.count}
        style={{ '--load': online / Math.max(1, slots ?? most) } as CSSProperties}
      >
        <span className="label">{t('servers.online')}</span>
        <span className={styles.figures}>
          <Online value={online} />
          {slots && <small> {t('servers.slots', { count: slots, slots: formatNumber(slots) })}</small>}
        </span>
        <span className={styles.bar} />
      </span>
    );
  }
  const isWaiting = !count && !isUnknown;
  return (
    <span className={styles.count} data-silent>
      <span className="label">{t(isWaiting || isUnknown ? 'servers.online' : 'servers.offline')}</span>
      <span className={styles.figures}>
        {isWaiting ? (
          <span className={styles.figure}>
            <Skeleton height="1em" />
          </span>
        ) : (
          '—'
        )}
      </span>
      <span className={styles.bar} />
    </span>
  );
}

function Online({ value }: { value: number }) {
  return <b>{formatNumber(useTicking(value))}</b>;
}
