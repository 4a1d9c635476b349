import { useTranslation } from 'react-i18next';
import type { DrawnCoupon } from '#/contract/cases.ts';
import { prizeGroups } from '#/client/areas/cases/state/prizeGroups.ts';

/** Counts the prizes of each rarity as a text, the rarest first: "Epic: 1, Simple: 9". */
export function useHaulText(): (prizes: readonly DrawnCoupon[]) => string {
  const { t } = useTranslation('cases');
  return (prizes) =>
    prizeGroups(prizes)
      .map(({ color, prizes: { length } }) => `${t(`rarity.${color}`)}: ${length}`)
      .join(', ');
}
