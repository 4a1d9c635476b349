import { useTranslation } from 'react-i18next';
import type { Dashboard, Tiles as Figures } from '#/contract/operator/figures/dashboard.ts';
import { changeOf } from '#/contract/operator/figures/dayRange.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { formatDuration, formatShare } from './charts/figureFormats.ts';
import styles from './Tiles.module.css';

/** Growth (1 is 100 %) from which a tile says how many times as much it is, because nobody reads 2,370 %. */
const MANY_TIMES = 9;

interface Tile {
  name: keyof Figures;
  format: (value: number) => string;
  /** Whether a larger or a smaller figure is good. Absent when neither is. */
  good?: 'more' | 'less';
}

const GROUPS: readonly { name: 'money' | 'sales' | 'play' | 'people'; tiles: readonly Tile[] }[] = [
  {
    name: 'money',
    tiles: [
      { name: 'netCents', format: formatEuro, good: 'more' },
      { name: 'paidCents', format: formatEuro, good: 'more' },
      { name: 'refundedCents', format: formatEuro, good: 'less' },
      { name: 'chargedBackCents', format: formatEuro, good: 'less' },
    ],
  },
  {
    name: 'sales',
    tiles: [
      { name: 'orders', format: formatNumber, good: 'more' },
      { name: 'payers', format: formatNumber, good: 'more' },
      { name: 'averageCents', format: formatEuro, good: 'more' },
      { name: 'conversion', format: formatShare, good: 'more' },
    ],
  },
  {
    name: 'play',
    tiles: [
      { name: 'openings', format: formatNumber, good: 'more' },
      { name: 'returned', format: formatShare },
      { name: 'walletCoins', format: formatCoins },
      { name: 'owedCoins', format: formatCoins, good: 'less' },
    ],
  },
  {
    name: 'people',
    tiles: [
      { name: 'handedOver', format: formatNumber },
      { name: 'medianSeconds', format: formatDuration, good: 'less' },
      { name: 'signUps', format: formatNumber, good: 'more' },
      { name: 'confirmed', format: formatNumber, good: 'more' },
    ],
  },
];

/** The figures of a range, each compared with the range before if there are figures for all of its days. */
export function Tiles({ data: { tiles, tilesBefore, isBeforeWhole } }: { data: Dashboard }) {
  const { t } = useTranslation('operatorDashboard');
  return (
    <div className={styles.groups}>
      {GROUPS.map((group) => (
        <section key={group.name} className={styles.group} aria-label={t(`groups.${group.name}`)}>
          {group.tiles.map((tile) => (
            <OneTile
              key={tile.name}
              tile={tile}
              now={tiles[tile.name]}
              before={isBeforeWhole ? tilesBefore[tile.name] : undefined}
            />
          ))}
        </section>
      ))}
    </div>
  );
}

interface OneTileProps {
  tile: Tile;
  now: number | null;
  /** Undefined: it is not compared. */
  before: number | null | undefined;
}

function OneTile({ tile: { name, format, good }, now, before }: OneTileProps) {
  const { t } = useTranslation('operatorDashboard');
  const shown = (value: number | null) => (value === null ? t('none') : format(value));
  return (
    <dl className={styles.tile}>
      <dt>{t(`tiles.${name}`)}</dt>
      <dd className={styles.value} data-figure={name}>
        {shown(now)}
      </dd>
      {before !== undefined && (
        <dd className={styles.before}>
          <Change share={changeOf(now, before)} good={good} />
          {t('before', { value: shown(before) })}
        </dd>
      )}
    </dl>
  );
}

function Change({ share, good }: { share: number | null; good: Tile['good'] }) {
  if (share === null || Math.abs(share) < 0.0005) return null;
  const isBetter = good && share > 0 === (good === 'more');
  return (
    <span className={styles.change} data-tone={good && (isBetter ? 'good' : 'bad')}>
      {share > 0 ? '▲' : '▼'}{' '}
      {share < MANY_TIMES ? formatShare(Math.abs(share)) : `×${formatNumber(Math.round(share + 1))}`}
    </span>
  );
}
