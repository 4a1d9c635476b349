import { useTranslation } from 'react-i18next';
import { COUPON_STATES, RARITIES, type Rarity } from '#/contract/cases.ts';
import { ChoiceRow } from '#/client/ui/inputs/ChoiceRow.tsx';
import { Pips } from '#/client/ui/display/Pips.tsx';
import { useSearchChoice } from '#/client/platform/navigation/useSearchChoice.ts';
import styles from './CouponFilters.module.css';
import type { CouponFilter } from '#/client/areas/cases/state/queries.ts';

const ANY = 'any';
const COLORS = [ANY, ...RARITIES] as const;

/** Reads and writes the filter of the coupons in the address. */
export function useCouponFilter() {
  const [state, setState] = useSearchChoice('state', COUPON_STATES);
  const [color, setColor] = useSearchChoice('color', COLORS);
  const filter: CouponFilter = { state, color: color === ANY ? undefined : color };
  return { filter, color, setState, setColor };
}

type CouponFiltersProps = ReturnType<typeof useCouponFilter>;

/** Choices for the state and the rarity of the coupons (C5). */
export function CouponFilters({ filter: { state }, color, setState, setColor }: CouponFiltersProps) {
  const { t } = useTranslation('cases');
  const rarities: Rarity[] = RARITIES.toReversed();
  return (
    <div className={styles.filters}>
      <ChoiceRow
        label={t('coupons.state')}
        value={state}
        onValueChange={setState}
        choices={COUPON_STATES.map((value) => ({ value, label: t(`coupons.states.${value}`) }))}
      />
      <ChoiceRow<(typeof COLORS)[number]>
        label={t('coupons.rarity')}
        value={color}
        onValueChange={setColor}
        choices={[
          { value: ANY, label: t('coupons.anyRarity') },
          ...rarities.map((value) => ({
            value,
            label: t(`rarity.${value}`),
            sign: (
              <span data-rarity={value} className={styles.pips}>
                <Pips />
              </span>
            ),
          })),
        ]}
      />
    </div>
  );
}
