import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Coupon, RARITIES } from '#/contract/cases.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { useUndo } from './useUndo.ts';
import { worthOf } from '#/client/areas/cases/state/prizeGroups.ts';

type SwapButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  coupons: readonly Coupon[];
  onSwap: () => void;
};

/**
 * Swaps of this rarity and above ask for a confirmation, because such prizes are very rare and after `UNDO_EXCHANGE_MS`
 * nothing brings them back.
 */
const ASKED_FROM = RARITIES.indexOf('legendary');

/**
 * Swaps coupons for coins. Rare ones need a second press; the question disappears after a while. For a moment after
 * the swap the same button undoes it and keeps the focus (C5).
 */
export function SwapButton({ coupons, onSwap, children, ...button }: SwapButtonProps) {
  const { t } = useTranslation('cases');
  const [isAsking, setIsAsking] = useState(false);
  const undo = useUndo(coupons);
  useEffect(() => {
    if (!isAsking) return undefined;
    const timer = setTimeout(() => setIsAsking(false), tuning.dom.secondThoughtMs);
    return () => clearTimeout(timer);
  }, [isAsking]);

  const isAskedAbout = coupons.some(({ color }) => RARITIES.indexOf(color) >= ASKED_FROM);
  const price = formatCoins(worthOf(coupons));
  const press = () => {
    setIsAsking(isAskedAbout && !isAsking);
    if (!isAskedAbout || isAsking) onSwap();
  };
  const question = isAsking && !button.spent ? t('coupons.sure', { price }) : undefined;
  if (undo && button.spent) {
    const { 'aria-label': _, ...look } = button;
    return (
      <>
        <Button {...look} spent={false} busy={undo.isPending} onClick={undo.undo}>
          {t('coupons.undo', { seconds: undo.seconds })}
        </Button>
        <output className="unseen" />
      </>
    );
  }
  return (
    <>
      <Button
        {...button}
        {...(question && { 'aria-label': question, variant: 'danger' })}
        onClick={press}
        onBlur={() => setIsAsking(false)}
      >
        {question ?? children}
      </Button>
      <output className="unseen">{question}</output>
    </>
  );
}
