import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Coupon, RARITIES } from '#/contract/cases.ts';
import { UNDO_EXCHANGE_MS } from '#/contract/kernel/limits.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { UndoLabel } from './UndoLabel.tsx';
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
  /** Whether this button has swapped them, and not another one with some of the same coupons. */
  const [isPressed, setIsPressed] = useState(false);
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
    if (isAskedAbout && !isAsking) return;
    setIsPressed(true);
    onSwap();
  };
  const question = isAsking && !button.spent ? t('coupons.sure', { price }) : undefined;
  if (undo && button.spent) {
    const { 'aria-label': _, ...look } = button;
    return (
      <>
        <Button
          {...look}
          spent={false}
          busy={undo.isPending}
          onClick={undo.undo}
          onBlur={() => setIsPressed(false)}
        >
          <UndoLabel seconds={undo.seconds} />
        </Button>
        <output className="unseen">
          {isPressed && t('coupons.swapAnnouncement', { price, seconds: UNDO_EXCHANGE_MS / 1000 })}
        </output>
      </>
    );
  }
  return (
    <>
      <Button
        {...button}
        {...(question && { 'aria-label': question, variant: 'danger' })}
        onClick={press}
        onBlur={() => {
          setIsAsking(false);
          setIsPressed(false);
        }}
      >
        {question ?? children}
      </Button>
      <output className="unseen">{question}</output>
    </>
  );
}
