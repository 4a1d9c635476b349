import { useTranslation } from 'react-i18next';
import type { ServerLane } from '#/contract/operator/servers.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';

/** Texts of game servers. */
export function useServerWords() {
  const { t } = useTranslation('operatorGame');

  const nameOf = ({ names }: Pick<ServerLane, 'names'>): string => names[pageConfig.locale];

  /** Text of the connection: whether the server asks for work, or since when it does not. */
  function connectionOf({ instance }: Pick<ServerLane, 'instance'>) {
    if (!instance) return <StateMark tone="quiet">{t('servers.never')}</StateMark>;
    if (instance.isAlive) return <StateMark tone="good">{t('servers.online')}</StateMark>;
    const since = instance.endedAt ?? instance.seenAt;
    return (
      <>
        <StateMark tone="bad">{t(instance.endedAt ? 'servers.stopped' : 'servers.silentSince')}</StateMark>{' '}
        <Time at={since} />
      </>
    );
  }

  /** Formats a number that was counted up to a limit. */
  const countOf = (count: number, { mostCounted }: Pick<ServerLane, 'mostCounted'>): string =>
    count >= mostCounted ? `${formatNumber(mostCounted)}+` : formatNumber(count);

  return { nameOf, connectionOf, countOf };
}
