import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawnCoupon } from '#/contract/cases.ts';
import { itemImage } from '../images.ts';
import { play } from '../sound.ts';
import { pageConfig } from '../pageConfig.ts';
import { Button } from '../ui/Button.tsx';
import { cssImage } from '../ui/cssImage.ts';
import { Dialog, DialogDescription, DialogTitle } from '../ui/Dialog.tsx';
import { Picture } from '../ui/Picture.tsx';
import { priceText } from '../ui/priceText.ts';
import { RarityMark } from '../RarityMark.tsx';
import { DrawLink } from './DrawLink.tsx';
import styles from './ResultCard.module.css';
import { SwapButton } from './SwapButton.tsx';
import { useCouponSwap } from './useCouponSwap.ts';

interface ResultCardProps {
  /** The prize to show; null shows nothing. */
  prize: DrawnCoupon | null;
  /** Pieces of the case that are left. */
  left: number;
  onKeep: () => void;
  onOpenAnother: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** What was won (R5). It is the player's already: closing in any way keeps it as a coupon, unless it was swapped. */
export function ResultCard({ prize, left, onKeep, onOpenAnother, finalFocus }: ResultCardProps) {
  return (
    <Dialog open={prize !== null} onClose={onKeep} finalFocus={finalFocus}>
      {prize && <Prize prize={prize} left={left} onKeep={onKeep} onOpenAnother={onOpenAnother} />}
    </Dialog>
  );
}

type PrizeProps = Omit<ResultCardProps, 'prize' | 'finalFocus'> & { prize: DrawnCoupon };

function Prize({ prize, left, onKeep, onOpenAnother }: PrizeProps) {
  const { t } = useTranslation('cases');
  const { swap, isSwapped: isSwappedNow } = useCouponSwap();
  const { name, imageName, color, premiumCoinsPrice: amount } = prize;
  const isSwapped = isSwappedNow(prize);
  const price = priceText({ currency: 'OC', amount }, pageConfig.locale);
  const { picture, rim } = itemImage(imageName);
  return (
    <div className={styles.card} data-rarity={color} data-testid="result">
      <div className={styles.light} aria-hidden />
      <DialogTitle className={styles.title}>
        <span className={styles.kicker}>{t('result.title')}</span> <span className={styles.name}>{name}</span>
      </DialogTitle>
      <div className={styles.art}>
        <Picture files={picture} />
        {rim && <span className={styles.rim} style={{ maskImage: cssImage(rim) }} />}
      </div>
      <RarityMark rarity={color} />
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
          <SwapButton coupons={[prize]} variant="secondary" disabled={isSwapped} onSwap={() => swap([prize])}>
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
      </p>
    </div>
  );
}
