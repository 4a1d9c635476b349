import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ServerReply } from '#/contract/operator/servers.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Facts } from '../parts/Facts.tsx';
import { Time } from '../parts/Time.tsx';
import styles from './Servers.module.css';
import { useServerWords } from './useServerWords.tsx';

/** The deliveries that wait for a game server, and its adapter. */
export function ServerFacts({ server }: { server: ServerReply }) {
  const { t } = useTranslation('operatorGame');
  const { countOf } = useServerWords();
  const { key, instance, oldestReadyAt } = server;
  const linked = (count: number, filter: string) =>
    count > 0 ? (
      <Link className={styles.count} to={`/deliveries?server=${key}&${filter}`}>
        {countOf(count, server)}
      </Link>
    ) : (
      '0'
    );
  /** Lists codes; a star means all codes. */
  const listOf = (codes: readonly string[]) =>
    codes.length > 0 && codes.map((code) => (code === '*' ? t('servers.everything') : code)).join(', ');
  return (
    <div className={styles.facts}>
      <Facts
        title={t('deliveries.title')}
        facts={[
          [t('servers.waiting'), linked(server.waiting, 'state=waiting')],
          [t('servers.ready'), linked(server.ready, 'mark=ready')],
          [t('servers.leased'), linked(server.leased, 'state=leased')],
          [t('servers.trouble'), linked(server.trouble, 'mark=trouble')],
          [t('servers.oldest'), oldestReadyAt && <Time key="oldest" at={oldestReadyAt} />],
        ]}
      />
      {instance && (
        <Facts
          title={t('servers.instance')}
          facts={[
            [t('servers.adapter'), instance.adapter],
            [t('servers.game'), instance.game],
            [t('servers.host'), instance.host],
            [t('servers.network'), instance.network],
            [t('servers.seen'), <Time key="seen" at={instance.seenAt} />],
            [t('servers.clock'), t('servers.clockMs', { ms: formatNumber(instance.clockOffsetMs) })],
            [
              t('servers.rival'),
              instance.rival && (
                <>
                  {t('servers.rivalText', instance.rival)} <Time at={instance.rival.at} />
                </>
              ),
            ],
            [t('servers.identity'), t(`servers.identities.${instance.identity as 'login'}`)],
          ]}
        >
          <p className={styles.note}>{t('servers.identityNote')}</p>
        </Facts>
      )}
      <Facts
        title={t('servers.codes')}
        facts={[
          [t('servers.codes'), listOf(server.codes)],
          [t('servers.facts'), listOf(server.facts)],
          [t('servers.proves'), listOf(server.proves)],
        ]}
      >
        {server.codes.length === 0 && <p className={styles.note}>{t('servers.nothingKnown')}</p>}
      </Facts>
    </div>
  );
}
