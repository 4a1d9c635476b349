import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CouponPage } from '#/contract/cases.ts';
import { Prize } from '#/client/domain/prizes/Prize.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import styles from './CouponCard.module.css';
import { DrawLink } from '#/client/areas/cases/results/DrawLink.tsx';
import { SharePrize } from '#/client/areas/cases/results/SharePrize.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { TakeDialog } from './TakeDialog.tsx';
import { UndoSwap } from '#/client/areas/cases/results/UndoSwap.tsx';
import { SwapButton } from '#/client/areas/cases/results/SwapButton.tsx';

export type ListedCoupon = CouponPage['coupons'][number];

interface CouponCardProps {
  coupon: ListedCoupon;
  onSwap: (coupon: ListedCoupon) => void;
}

/** What a prize is for that cannot be exchanged. */
const USES = {
  game: 'coupons.inGame',
  premium: 'coupons.startsPremium',
  nothing: 'coupons.notSwappable',
} as const;

/** Selects the line with the state of a spent coupon. */
const STATE_LINE = '[tabindex]';

const focusIn = ({ current }: RefObject<HTMLElement | null>, selector: string) =>
  current?.querySelector<HTMLElement>(selector)?.focus();

/** A coupon with its actions, or with its state if it is spent (C5). */
export const CouponCard = memo(function CouponCard({ coupon, onSwap }: CouponCardProps) {
  const { t } = useTranslation('cases');
  const { name, state, isSwapAvailable, premiumCoinsPrice: amount, gives } = coupon;
  const price = formatCoins(amount);
  const [isTaking, setIsTaking] = useState(false);
  const canBeTaken = state === 'owned' && gives !== null;
  // a swap replaces the button, and the way to the game ends it, so the focus goes to what stands in its place, and
  // back if the swap fails
  const card = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (!isPressed.current || isTaking || (document.activeElement ?? document.body) !== document.body) return;
    focusIn(card, state === 'owned' ? 'button' : STATE_LINE);
  }, [state, isTaking]);
  return (
    <div ref={card} className={styles.coupon} data-state={state}>
      <Prize prize={coupon} note={isSwapAvailable ? price : undefined}>
        {state === 'owned' && isSwapAvailable ? (
          <SwapButton
            coupons={[coupon]}
            variant="secondary"
            size="small"
            wide
            aria-label={t('coupons.swapNamed', { name, price })}
            onSwap={() => {
              isPressed.current = true;
              onSwap(coupon);
            }}
          >
            {t('coupons.swap')}
          </SwapButton>
        ) : (
          <p className={styles.state} tabIndex={-1}>
            {state !== 'owned' && <Icon name="check" />}
            {t(state === 'owned' ? USES[gives ?? 'nothing'] : `coupons.${state}`)}
          </p>
        )}
        {canBeTaken && (
          <Button
            variant={isSwapAvailable ? 'quiet' : 'secondary'}
            size="small"
            wide
            aria-label={t('coupons.take.named', { name })}
            onClick={() => {
              isPressed.current = true;
              setIsTaking(true);
            }}
          >
            {t('coupons.take.button')}
          </Button>
        )}
        {state === 'converted' && <UndoSwap coupon={coupon} onFocusLost={() => focusIn(card, STATE_LINE)} />}
        {state === 'owned' && !canBeTaken && <div className={styles.noButton} />}
        {isTaking && <TakeDialog coupons={[coupon]} onClose={() => setIsTaking(false)} />}
        <div className={styles.links}>
          <DrawLink coupon={coupon} />
          <SharePrize coupon={coupon} />
        </div>
      </Prize>
    </div>
  );
});
