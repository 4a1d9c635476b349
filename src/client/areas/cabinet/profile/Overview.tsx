import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import coinUrl from '#assets/brand/coin.webp';
import type { UserReply } from '#/contract/session.ts';
import { deliveriesQuery } from '#/client/domain/game/deliveryQueries.ts';
import { concernsOf } from '#/client/domain/game/stageLook.ts';
import { referralQuery } from '#/client/domain/queries/cabinetQueries.ts';
import { inventoryQuery } from '#/client/domain/queries/casesQueries.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatDate, formatLeft } from '#/client/platform/i18n/formatDate.ts';
import { formatCoins, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Icon, type IconName } from '#/client/ui/display/Icon.tsx';
import { useTicking } from '#/client/ui/display/useTicking.ts';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { nextReward } from './nextReward.ts';
import styles from './Overview.module.css';

const here = (path: string) => inLocale(pageConfig.locale, path);

/** Placeholder of a tile while its answer is loading. It is as high as the words that replace it. */
const UNKNOWN = { value: <Skeleton height="1.6rem" />, note: '\u00A0' };

/**
 * What a player looks for first: balance, Premium, cases, the next reward, and what waits for them (C13).
 * @param player undefined while it is loading; the tiles then stand empty in their places (N20)
 */
export function Overview({ player }: { player: UserReply | undefined }) {
  const { t } = useTranslation('cabinet');
  const titleId = useId();
  return (
    <section className={styles.overview} aria-labelledby={titleId}>
      <h2 id={titleId} className="unseen">
        {t('overview.title')}
      </h2>
      <div className={`cut ${styles.tile} ${styles.balance}`}>
        <img src={coinUrl} alt="" width="56" height="56" />
        <div>
          <span className={`label ${styles.name}`}>{t('profile.balance')}</span>
          {player ? <Coins amount={player.user.premiumCoins} /> : UNKNOWN.value}
        </div>
        <ButtonLink to={here(paths.donate)} variant="secondary" size="small" icon="plus">
          {t('overview.topUp')}
        </ButtonLink>
      </div>
      <ul className={styles.tiles}>
        <PremiumTile player={player} />
        <CasesTile player={player} />
        <RewardTile />
        <WaitingTile />
      </ul>
      {player?.keptDiscountCode && (
        <p className={styles.kept}>
          <Icon name="percent" />
          {t('overview.keptDiscount', { code: player.keptDiscountCode })}
        </p>
      )}
    </section>
  );
}

function Coins({ amount }: { amount: number }) {
  return <strong className={styles.coins}>{formatCoins(useTicking(amount))}</strong>;
}

function PremiumTile({ player }: { player: UserReply | undefined }) {
  const { t } = useTranslation('cabinet');
  const [nowMs] = useState(() => Date.now());
  const props = { to: here(paths.donateTab('Premium')), icon: 'crown', name: t('overview.premium') } as const;
  if (!player) return <Tile {...props} {...UNKNOWN} />;
  const { premiumUntil } = player;
  return (
    <Tile
      {...props}
      value={premiumUntil ? formatLeft(Date.parse(premiumUntil) - nowMs) : t('overview.noPremium')}
      note={
        premiumUntil
          ? t('overview.premiumUntil', { date: formatDate(premiumUntil) })
          : t('overview.premiumBuy')
      }
    />
  );
}

function CasesTile({ player }: { player: UserReply | undefined }) {
  const { t } = useTranslation('cabinet');
  const count = player?.caseCount ?? 0;
  const props = {
    to: here(count > 0 ? paths.inventory : paths.donateTab('cases')),
    icon: 'case',
    name: t('overview.cases'),
    isLit: count > 0,
  } as const;
  if (!player) return <Tile {...props} {...UNKNOWN} />;
  return (
    <Tile
      {...props}
      value={formatNumber(count)}
      note={t(count > 0 ? 'overview.casesOpen' : 'overview.casesBuy')}
    />
  );
}

/** The next milestone of the referral programme that has not been rewarded. */
function RewardTile() {
  const { t } = useTranslation('cabinet');
  const { data, isPending } = useQuery(referralQuery);
  const active = data?.systemAccountStatistic.activeReferral ?? 0;
  const next = nextReward(data?.milestones ?? []);
  const missing = (next?.requiredReferralsAmount ?? 0) - active;
  const props = { to: here(paths.referral), icon: 'gift', name: t('overview.reward') } as const;
  if (isPending) return <Tile {...props} {...UNKNOWN} />;
  if (!data) return <Tile {...props} value="—" note={t('overview.rewardFailed')} />;
  if (!next) return <Tile {...props} value="—" note={t('overview.rewardAll')} />;
  return (
    <Tile
      {...props}
      value={next.couponName}
      isLong
      note={
        next.state === 'waiting' && next.releaseAt
          ? t('overview.rewardOnItsWay', { date: formatDate(next.releaseAt) })
          : next.state === 'uncovered'
            ? t('overview.rewardUncovered')
            : t('overview.rewardMissing', { count: Math.max(1, missing) })
      }
    />
  );
}

/** Shows prizes of an interrupted opening, else goods on their way to the game, else goods that the game could not give. */
function WaitingTile() {
  const { t } = useTranslation('cabinet');
  const { data: inventory } = useQuery(inventoryQuery);
  const { data: deliveries } = useInfiniteQuery(deliveriesQuery);
  const prizes = inventory?.unrevealedCount ?? 0;
  const { wait, trouble } = concernsOf(deliveries?.pages.flatMap((page) => page.deliveries) ?? []);
  const props = { icon: 'backpack', name: t('overview.waiting') } as const;
  if (prizes > 0)
    return (
      <Tile
        {...props}
        to={here(paths.inventory)}
        value={t('overview.prizes', { count: prizes })}
        note={t('overview.prizesText')}
        isLit
      />
    );
  if (wait > 0)
    return (
      <Tile
        {...props}
        to={here(paths.inTheGame)}
        value={t('overview.goods', { count: wait })}
        note={trouble > 0 ? t('overview.goodsStuck', { count: trouble }) : t('overview.goodsText')}
        isLit
      />
    );
  if (trouble > 0)
    return (
      <Tile
        {...props}
        to={here(paths.inTheGame)}
        value={t('overview.goods', { count: trouble })}
        note={t('overview.stuckText')}
      />
    );
  return (
    <Tile
      {...props}
      to={here(paths.inTheGame)}
      value={t('overview.nothing')}
      note={t('overview.nothingText')}
    />
  );
}

interface TileProps {
  to: string;
  icon: IconName;
  name: string;
  value: ReactNode;
  note: string;
  /** Whether the value is a name, which needs smaller letters than a number. */
  isLong?: boolean;
  /** Whether something waits for the player here. */
  isLit?: boolean;
}

/** A fact that leads to its page. */
function Tile({ to, icon, name, value, note, isLong = false, isLit = false }: TileProps) {
  return (
    <li className={styles.place}>
      <Link to={to} className={`cut ${styles.tile}`} data-lit={isLit || undefined}>
        <span className={`label ${styles.name}`}>
          <Icon name={icon} />
          {name}
        </span>
        <span className={styles.value} data-long={isLong || undefined}>
          {value}
        </span>
        <span className={styles.note}>{note}</span>
      </Link>
    </li>
  );
}
