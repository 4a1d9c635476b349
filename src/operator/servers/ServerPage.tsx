import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { ServerReply } from '#/contract/operator/servers.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import page from '../orders/OrderPage.module.css';
import { PageHead } from '../parts/PageHead.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { KeyList } from './KeyList.tsx';
import { LedgerList } from './LedgerList.tsx';
import { ServerFacts } from './ServerFacts.tsx';
import { serverQuery } from './serverQueries.ts';
import styles from './Servers.module.css';
import { useServerWords } from './useServerWords.tsx';

/** One game server: what runs there, its keys and its ledgers. */
export function ServerPage() {
  const { t } = useTranslation('operatorGame');
  const { key = '' } = useParams();
  const server = useQuery(serverQuery(key));
  const isMissing = server.error instanceof ApiError && [404, 422, 400].includes(server.error.status);
  return (
    <>
      <p>
        <Link to="/servers" className={page.back}>
          <Icon name="arrowLeft" />
          {t('servers.title')}
        </Link>
      </p>
      {isMissing && !server.data ? (
        <EmptyState icon="server" as="h1" title={t('servers.missing')} text={t('servers.missingText')} />
      ) : (
        <QueryView query={server} height="560px">
          {(data) => <Server key={data.key} server={data} />}
        </QueryView>
      )}
    </>
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
      <div className={page.number}>
        <span className={styles.connection}>{connectionOf(server)}</span>
        <code>{server.key}</code>
        {server.alarms.map(({ alarm }) => (
          <StateMark key={alarm} tone="bad">
            {t(`servers.alarm.${alarm}`)}
          </StateMark>
        ))}
      </div>
      <ServerFacts server={server} />
      <KeyList server={server} />
      <LedgerList server={server} />
    </>
  );
}
