import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type DrawnCoupon, RARITIES } from '#/contract/cases.ts';
import { play } from '#/client/platform/media/sound.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { RarityMark } from '#/client/domain/prizes/RarityMark.tsx';
import { isPress } from '#/client/areas/cases/state/useSkipKeys.ts';
import { whenVisible } from '#/client/areas/cases/state/whenVisible.ts';
import { DrawLink } from './DrawLink.tsx';
import { DrawStub } from './DrawStub.tsx';
import { PrizeOnPlinth } from './PrizeOnPlinth.tsx';
import styles from './ResultCard.module.css';
import { SharePrize } from './SharePrize.tsx';
import { SwapButton } from './SwapButton.tsx';
import { useCouponSwap, useIsSwapped } from './useCouponSwap.ts';

interface ResultCardProps {
  /** The prize to show; null shows nothing. */
  prize: DrawnCoupon | null;
  /** Name of the opened case. */
  caseName: string;
  /** Number of remaining pieces of the case. */
  left: number;
  /** Called with the prize when its card is visible. In a hidden tab it is not. */
  onSeen: (prizes: readonly DrawnCoupon[]) => void;
  onKeep: () => void;
  onOpenAnother: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** Shows the prize that was won (R5). The player owns it already: closing the card keeps the coupon. */
export function ResultCard({ prize, onSeen, onKeep, finalFocus, ...rest }: ResultCardProps) {
  const shownAtMs = useRef(0);
  // ignores a close during the first `secondLookMs`, and a key that is held since then: the player meant to skip the
  // spin, not to close the card
  const isMeant = () => performance.now() - shownAtMs.current >= tuning.dom.secondLookMs;
  return (
    <Dialog open={prize !== null} onClose={() => isMeant() && onKeep()} finalFocus={finalFocus}>
      {prize && (
        <div
          key={prize.id}
          className={styles.card}
          data-rarity={prize.color}
          data-testid="result"
          onKeyDownCapture={(event: KeyboardEvent) => {
            if (isPress(event) && (event.repeat || !isMeant())) event.preventDefault();
          }}
        >
          <Prize
            prize={prize}
            onKeep={onKeep}
            onShown={() => {
              shownAtMs.current = performance.now();
              onSeen([prize]);
            }}
            {...rest}
          />
        </div>
      )}
    </Dialog>
  );
}

type PrizeProps = Omit<ResultCardProps, 'prize' | 'onSeen' | 'finalFocus'> & {
  prize: DrawnCoupon;
  /** Called when the card is visible. */
  onShown: () => void;
};

/** Prizes of this rarity and above get a ring of light over the card. */
const SHOCK_FROM = RARITIES.indexOf('rare');

function Prize({ prize, caseName, left, onKeep, onOpenAnother, onShown }: PrizeProps) {
  const { t } = useTranslation('cases');
  const { swap } = useCouponSwap();
  const isSwappedNow = useIsSwapped();
  const tellShown = useEffectEvent(onShown);
  useEffect(() => whenVisible(() => tellShown()), []);
  const { name, imageName, color, draw, premiumCoinsPrice: amount } = prize;
  const isSwapped = isSwappedNow(prize);
  const price = formatCoins(amount);
  return (
    <>
      <div className={styles.light} aria-hidden />
      {RARITIES.indexOf(color) >= SHOCK_FROM && <div className={styles.shock} aria-hidden />}
      <p className={styles.brand} aria-hidden>
        <b>1</b> ONE
      </p>
      <DialogTitle className={styles.title}>
        <span className={styles.kicker}>{t('result.title')}</span> <span className={styles.name}>{name}</span>
      </DialogTitle>
      <div className={styles.art}>
        <PrizeOnPlinth imageName={imageName} />
      </div>
      <p className={styles.rarity}>
        <RarityMark rarity={color} />
      </p>
      <div className={styles.stub}>
        <DrawStub caseName={caseName} nonce={draw.nonce} />
      </div>
      <DialogDescription className={styles.kept}>
        {isSwapped ? t('result.swapped', { price }) : t('result.kept')}
      </DialogDescription>
      <div className={styles.actions}>
        <Button
          variant="primary"
          onClick={() => {
            play('click');
            onKeep();
          }}
        >
          {isSwapped ? t('result.close') : t('result.keep')}
        </Button>
        {prize.isSwapAvailable && (
          <SwapButton coupons={[prize]} variant="secondary" spent={isSwapped} onSwap={() => swap([prize])}>
            {isSwapped ? t('coupons.swapped') : t('result.swap', { price })}
          </SwapButton>
        )}
        <Button variant="secondary" disabled={left < 1} onClick={onOpenAnother}>
          {t('result.again')}
        </Button>
      </div>
      <p className={styles.foot}>
        <span className={`label ${styles.left}`}>{t('result.left', { pieces: left })}</span>
        <DrawLink coupon={prize} />
        <SharePrize coupon={prize} />
      </p>
    </>
  );
}
