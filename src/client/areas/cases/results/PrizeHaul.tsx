import { useTranslation } from 'react-i18next';
import { RarityMark } from '#/client/domain/prizes/RarityMark.tsx';
import { type PrizeGroup } from '#/client/areas/cases/state/prizeGroups.ts';
import { GroupSwap } from './GroupSwap.tsx';
import styles from './PrizeHaul.module.css';

/** Counts the prizes of each rarity. Prizes of one rarity can be swapped together (R5). */
export function PrizeHaul({ groups }: { groups: readonly PrizeGroup[] }) {
  const { t } = useTranslation('cases');
  return (
    <ul className={styles.haul}>
      {groups.map(({ color, prizes }) => (
        <li key={color} className={`cut ${styles.row}`} data-rarity={color}>
          <RarityMark rarity={color} />
          <b>×{prizes.length}</b>
          <GroupSwap
            coupons={prizes.filter(({ isSwapAvailable }) => isSwapAvailable)}
            variant="quiet"
            size="small"
            labelOf={(counted) => t('several.swap', counted)}
            nameOf={(counted) => t('several.swapNamed', { ...counted, rarity: t(`rarity.${color}`) })}
          />
        </li>
      ))}
    </ul>
  );
}
