import { useTranslation } from 'react-i18next';
import type { Good } from '#/contract/shop.ts';
import { useIsClosed } from '#/client/platform/api/closedParts.ts';
import { ClosedNote } from '#/client/platform/forms/ClosedNote.tsx';
import { shopImage } from '#/client/platform/media/images.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import styles from './ByCoinDialog.module.css';
import type { SendOnce } from '#/client/platform/api/retryKey.ts';
import { useByCoinPurchase } from './useByCoinPurchase.ts';

interface ByCoinDialogProps {
  /** The good to buy; null closes the dialog. */
  choice: { good: Good; quantity: number } | null;
  /** Unit price in OC when the player decided, before a top-up; null otherwise. */
  priceBefore: number | null;
  /** OC on the account. */
  balance: number;
  sendOnce: SendOnce;
  onClose: () => void;
  /** Loads the page again after the purchase. */
  reload: () => void;
}

/** Asks for a confirmation before coins are paid (S10). */
export function ByCoinDialog({ choice, ...rest }: ByCoinDialogProps) {
  return choice && <OpenDialog key={choice.good.id} choice={choice} {...rest} />;
}

function OpenDialog({
  choice: { good, quantity },
  priceBefore,
  balance,
  sendOnce,
  onClose,
  reload,
}: ByCoinDialogProps & { choice: { good: Good; quantity: number } }) {
  const { t } = useTranslation('shop');
  const isClosed = useIsClosed('shop');
  const { state, failure, buy } = useByCoinPurchase(good, quantity, { sendOnce, reload });
  const total = good.premiumCoinsPrice * quantity;
  const changed =
    priceBefore !== null && priceBefore !== good.premiumCoinsPrice && failure.length === 0
      ? [
          t('donate.priceWas', {
            before: formatCoins(priceBefore * quantity),
            after: formatCoins(total),
          }),
        ]
      : [];
  return (
    <Dialog
      open
      onClose={() => {
        // stays open while a purchase runs; afterwards the page reloads
        if (state === 'idle') onClose();
      }}
      closeLabel={state === 'idle' ? t('byCoin.close') : undefined}
    >
      <div className={styles.picture}>
        <Picture files={shopImage(good.image)} decoding="async" />
      </div>
      <DialogBody>
        <DialogTitle>{good.name}</DialogTitle>
        <DialogDescription>{good.description}</DialogDescription>
        <dl className={styles.sum}>
          <div>
            <dt>{t('byCoin.sum', { pieces: quantity, price: formatCoins(good.premiumCoinsPrice) })}</dt>
            <dd>{formatCoins(total)}</dd>
          </div>
          {balance >= total && state !== 'bought' && (
            <div>
              <dt>{t('byCoin.left')}</dt>
              <dd>{formatCoins(balance - total)}</dd>
            </div>
          )}
        </dl>
        <FormAlert sentences={[...failure, ...changed]} />
        <ClosedNote part="shop" />
        {/* screen readers announce only what changes in a region that was there before */}
        <output>
          {state === 'bought' && (
            <span className={styles.bought}>
              <Icon name="checkCircle" />
              <span>
                <b>{t('byCoin.bought')}</b> {t('byCoin.reloading')}
              </span>
            </span>
          )}
        </output>
        {state !== 'bought' && (
          <Button wide size="large" busy={state === 'buying'} spent={isClosed} onClick={buy}>
            {state === 'buying' ? t('byCoin.buying') : t('byCoin.buy', { price: formatCoins(total) })}
          </Button>
        )}
      </DialogBody>
    </Dialog>
  );
}
