import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { ServerReply } from '#/contract/operator/servers.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { RecordLine, RecordPage } from '../parts/RecordPage.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { KeyList } from './KeyList.tsx';
import { LedgerList } from './LedgerList.tsx';
import { ServerFacts } from './ServerFacts.tsx';
import { serverQuery } from './serverQueries.ts';
import styles from './Servers.module.css';
import { useServerWords } from './useServerWords.tsx';

/** A game server: its adapter, its keys and its ledgers. */
export function ServerPage() {
  const { t } = useTranslation('operatorGame');
  const { key = '' } = useParams();
  const server = useQuery(serverQuery(key));
  return (
    <RecordPage
      list={{ to: '/servers', label: t('servers.title') }}
      query={server}
      missing={{ icon: 'server', title: t('servers.missing'), text: t('servers.missingText') }}
    >
      {(data) => <Server key={data.key} server={data} />}
    </RecordPage>
  );
}

function Server({ server }: { server: ServerReply }) {
  const { t } = useTranslation('operatorGame');
  const { nameOf, connectionOf } = useServerWords();
  return (
    <>
      <PageHead title={nameOf(server)}>
        <ButtonLink variant="secondary" size="small" to={`/deliveries?server=${server.key}&mark=open`}>
          {t('servers.showDeliveries')}
        </ButtonLink>
      </PageHead>
      <RecordLine>
        <span className={styles.connection}>{connectionOf(server)}</span>
        <code>{server.key}</code>
        {server.alarms.map(({ alarm }) => (
          <StateMark key={alarm} tone="bad">
            {t(`servers.alarm.${alarm}`)}
          </StateMark>
        ))}
      </RecordLine>
      <ServerFacts server={server} />
      <KeyList server={server} />
      <LedgerList server={server} />
    </>
  );
}
