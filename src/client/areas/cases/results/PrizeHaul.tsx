import { useTranslation } from 'react-i18next';
import { RarityMark } from '#/client/domain/prizes/RarityMark.tsx';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import styles from './PrizeHaul.module.css';
import { type PrizeGroup, worthOf } from '#/client/areas/cases/state/prizeGroups.ts';
import { SwapButton } from './SwapButton.tsx';
import { useCouponSwap } from './useCouponSwap.ts';

interface PrizeHaulProps {
  groups: readonly PrizeGroup[];
  /** Number of hidden groups at the start of the list. Their space is kept. */
  hidden: number;
}

/** Counts the prizes of each rarity. Prizes of one rarity can be swapped together (R5). */
export function PrizeHaul({ groups, hidden }: PrizeHaulProps) {
  return (
    <ul className={styles.haul}>
      {groups.map((group, rank) => (
        <RarityRow key={group.color} group={group} isHidden={rank < hidden} />
      ))}
    </ul>
  );
}

function RarityRow({ group: { color, prizes }, isHidden }: { group: PrizeGroup; isHidden: boolean }) {
  const { t } = useTranslation('cases');
  const { swap, isSwapped } = useCouponSwap();
  const swappable = prizes.filter(({ isSwapAvailable }) => isSwapAvailable);
  const price = formatCoins(worthOf(swappable));
  const [first] = swappable;
  const isDone = first !== undefined && isSwapped(first);
  return (
    <li className={`cut ${styles.row}`} data-rarity={color} data-hidden={isHidden || undefined}>
      <RarityMark rarity={color} />
      <b>×{prizes.length}</b>
      {first && (
        <SwapButton
          coupons={swappable}
          variant="quiet"
          size="small"
          icon={isDone ? 'check' : 'coins'}
          disabled={isDone}
          aria-label={t('several.swapNamed', { rarity: t(`rarity.${color}`), price })}
          onSwap={() => swap(swappable)}
        >
          <span className={styles.whole}>
            {isDone ? t('several.swapped', { price }) : t('several.swap', { price })}
          </span>
          <span className={styles.short}>{price}</span>
        </SwapButton>
      )}
    </li>
  );
}
