import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { PageHead } from '../parts/PageHead.tsx';
import { RecordLine, RecordPage } from '../parts/RecordPage.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { PlayerActs } from './acts/PlayerActs.tsx';
import { PlayerDraws } from './PlayerDraws.tsx';
import { PlayerFacts } from './PlayerFacts.tsx';
import { PlayerHistory } from './PlayerHistory.tsx';
import { PlayerLedger } from './PlayerLedger.tsx';
import { playerQuery } from './playerQueries.ts';
import { PlayerReferral } from './PlayerReferral.tsx';
import { ACCOUNT_TONES } from './PlayersPage.tsx';

const TABS = ['overview', 'ledger', 'draws', 'referral', 'history'] as const;

/** A player: their property, their history and the acts that the operator may do. */
export function PlayerPage() {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const { id = '' } = useParams();
  const player = useQuery(playerQuery(id));
  return (
    <RecordPage
      list={{ to: '/players', label: t('players.title') }}
      query={player}
      missing={{ icon: 'users', title: t('player.missing'), text: t('player.missingText') }}
    >
      {(data) => <Player key={data.id} player={data} />}
    </RecordPage>
  );
}

function Player({ player }: { player: PlayerReply }) {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const [search] = useSearchParams();
  const { id, login, server, state, isVerified, isMediaPartner, balances } = player;
  const tab = TABS.find((name) => name === search.get('tab')) ?? 'overview';
  return (
    <>
      <PageHead title={state === 'closed' ? t('player.closed') : `${login}@${server}`}>
        <PlayerActs player={player} />
      </PageHead>
      <RecordLine>
        <span>{t('player.number', { id })}</span>
        <StateMark tone={ACCOUNT_TONES[state]}>{t(`operator:accountStates.${state}`)}</StateMark>
        {state === 'active' && !isVerified && <StateMark tone="waits">{t('players.unverified')}</StateMark>}
        {balances.owed > 0 && (
          <StateMark tone="bad">{t('players.owes', { sum: formatCoins(balances.owed) })}</StateMark>
        )}
        {isMediaPartner && <StateMark tone="quiet">{t('players.partner')}</StateMark>}
      </RecordLine>
      <Tabs
        label={t('player.tabs')}
        tabs={[
          ...TABS.map((name) => ({
            to: name === 'overview' ? '?' : `?tab=${name}`,
            label: t(`player.tab.${name}`),
            isShown: name === tab,
          })),
          { to: `/orders?player=${id}`, label: t('player.orders'), isShown: false },
          { to: `/deliveries?player=${id}`, label: t('player.deliveries'), isShown: false },
        ]}
      />
      {tab === 'overview' && <PlayerFacts player={player} />}
      {tab === 'ledger' && <PlayerLedger id={String(id)} />}
      {tab === 'draws' && <PlayerDraws id={String(id)} />}
      {tab === 'referral' && <PlayerReferral player={player} />}
      {tab === 'history' && <PlayerHistory id={String(id)} />}
    </>
  );
}
