import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CouponPage } from '#/contract/cases.ts';
import { useIsClosed } from '#/client/platform/api/closedParts.ts';
import { ClosedNote } from '#/client/platform/forms/ClosedNote.tsx';
import { playerQuery } from '#/client/domain/queries/player.ts';
import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogDescription,
  DialogTitle,
} from '#/client/ui/feedback/Dialog.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import styles from './TakeDialog.module.css';
import { useTakeCoupons } from './useTakeCoupons.ts';

interface TakeDialogProps {
  /** The coupons that the game can deliver. */
  coupons: readonly CouponPage['coupons'][number][];
  /** Gets the focus after the prizes are taken, because the button that opened the dialog may be gone. */
  focusAfterTaking?: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/**
 * Asks for a confirmation before prizes are taken to the game, because they cannot be exchanged for coins afterwards
 * (D14).
 */
export function TakeDialog({ coupons, focusAfterTaking, onClose }: TakeDialogProps) {
  const { t } = useTranslation('cases');
  const isClosed = useIsClosed('deliveries');
  const { data: player } = useQuery(playerQuery);
  const finalFocus = useRef<HTMLElement>(null);
  const { take, isPending, failure } = useTakeCoupons(coupons, () => {
    finalFocus.current = focusAfterTaking?.current ?? null;
    onClose();
  });
  const count = coupons.length;
  // not a plural form: in Russian and Ukrainian 21 has that of one
  const isOne = count === 1;
  const server = player?.user.serverName ?? '';
  const hasGoods = coupons.some(({ gives }) => gives === 'game');
  const hasPremium = coupons.some(({ gives }) => gives === 'premium');
  return (
    <Dialog open onClose={onClose} {...(focusAfterTaking && { finalFocus })}>
      <DialogBody>
        <DialogTitle>{isOne ? t('coupons.take.one.title') : t('coupons.take.title', { count })}</DialogTitle>
        <DialogDescription>
          {hasGoods && t(isOne ? 'coupons.take.one.game' : 'coupons.take.game', { server })}{' '}
          {hasPremium && t('coupons.take.premium')}{' '}
          {t(isOne ? 'coupons.take.one.noCoins' : 'coupons.take.noCoins')}
        </DialogDescription>
        <p className={styles.names}>{namesOf(coupons)}</p>
        <FormAlert sentences={failure ? [failure] : []} />
        <ClosedNote part="deliveries" />
        <DialogActions>
          <Button busy={isPending} disabled={count === 0} spent={isClosed} onClick={take}>
            {t('coupons.take.yes')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('coupons.take.no')}
          </Button>
        </DialogActions>
      </DialogBody>
    </Dialog>
  );
}

/** "Jerrycan × 3, Padlock", in the order of the list. A count stays in the line of its name. */
function namesOf(coupons: TakeDialogProps['coupons']): string {
  const counts = new Map<string, number>();
  for (const { name } of coupons) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name}\u00a0×\u00a0${count}` : name)).join(', ');
}
