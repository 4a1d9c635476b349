import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Facts } from '../parts/Facts.tsx';
import { Time } from '../parts/Time.tsx';
import { PlayerBlocks } from './PlayerBlocks.tsx';
import { PlayerPersonal } from './PlayerPersonal.tsx';
import styles from './Players.module.css';
import { PlayerSessions } from './PlayerSessions.tsx';

const counted = (count: number) => count > 0 && formatNumber(count);

/** Facts about a player: state, sums, game link, devices. */
export function PlayerFacts({ player }: { player: PlayerReply }) {
  const { t } = useTranslation(['operatorPlayers', 'operator', 'common']);
  const { balances, sums, cases, premiumUntil, link, deliveries, inviter } = player;
  const timeOf = (at: string | null | undefined) => at && <Time at={at} />;
  const orders = <Link to={`/orders?player=${player.id}`}>{formatNumber(sums.orders)}</Link>;
  const promoCode = <code>{player.promoCode}</code>;
  const invitedBy = inviter && (
    <Link to={`/players/${inviter.id}`}>
      {inviter.login}@{inviter.server}
    </Link>
  );
  const stock = cases.length > 0 && (
    <ul>
      {cases.map(({ id, names, count }) => (
        <li key={id}>{`${names[pageConfig.locale]}\u00A0×\u00A0${formatNumber(count)}`}</li>
      ))}
    </ul>
  );
  return (
    <div className={styles.facts}>
      <Facts
        title={t('player.belongings')}
        facts={[
          [t('players.balance'), formatCoins(balances.coins)],
          [t('player.owed'), balances.owed > 0 && formatCoins(balances.owed)],
          [t('player.held'), balances.held > 0 && formatCoins(balances.held)],
          [t('player.premium'), timeOf(premiumUntil) ?? t('player.noPremium')],
          [t('player.coupons'), formatNumber(sums.coupons)],
          [t('player.cases'), stock],
        ]}
      />
      <Facts
        title={t('player.sums')}
        facts={[
          [t('player.orders'), orders],
          [t('player.paid'), formatEuro(sums.paidCents)],
          [t('player.refunded'), sums.refundedCents > 0 && formatEuro(sums.refundedCents)],
          [t('player.chargebacks'), counted(sums.chargebacks)],
          [t('player.opened'), formatNumber(sums.opened)],
          [
            t('player.invited'),
            <Link key="invited" to="?tab=referral">
              {formatNumber(sums.invited)}
            </Link>,
          ],
        ]}
      />
      <Facts
        title={t('player.account')}
        facts={[
          [t('operator:fields.email'), player.email],
          [t('operator:fields.pendingEmail'), player.pendingEmail],
          [t('player.twoFactor'), t(player.isTwoFaEnabled ? 'player.on' : 'player.off')],
          [t('player.language'), t(`common:languages.${player.locale}`)],
          [t('player.promoCode'), promoCode],
          [t('player.inviter'), invitedBy],
          [t('players.since'), timeOf(player.createdAt)],
        ]}
      >
        <PlayerPersonal id={player.id} />
      </Facts>
      <Facts
        title={t('player.game')}
        facts={[
          [t('player.link'), link ? (link.character ?? link.player) : t('player.notLinked')],
          [t('operator:fields.state'), link?.state === 'pending' && t('player.linkPending')],
          [t('player.heldUntil'), timeOf(link?.heldUntil)],
          [t('player.open'), formatNumber(deliveries.open)],
          [t('player.trouble'), counted(deliveries.trouble)],
          [t('player.done'), formatNumber(deliveries.done)],
        ]}
      />
      <PlayerBlocks player={player} />
      <PlayerSessions player={player} />
    </div>
  );
}
