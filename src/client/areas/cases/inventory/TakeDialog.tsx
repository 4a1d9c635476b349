import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CouponPage } from '#/contract/cases.ts';
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
import { useTakeCoupon } from './useTakeCoupon.ts';

interface TakeDialogProps {
  coupon: CouponPage['coupons'][number];
  onClose: () => void;
}

/** Asks once more before a prize is taken to the game, because it cannot be exchanged for coins afterwards (D14). */
export function TakeDialog({ coupon, onClose }: TakeDialogProps) {
  const { t } = useTranslation('cases');
  const { data: player } = useQuery(playerQuery);
  const { take, isPending, failure } = useTakeCoupon(coupon, onClose);
  const text = coupon.gives === 'premium' ? 'coupons.take.premium' : 'coupons.take.game';
  return (
    <Dialog open onClose={onClose}>
      <DialogBody>
        <DialogTitle>{t('coupons.take.title')}</DialogTitle>
        <DialogDescription>
          {coupon.name}. {t(text, { server: player?.user.serverName ?? '' })}
        </DialogDescription>
        <FormAlert sentences={failure ? [failure] : []} />
        <DialogActions>
          <Button busy={isPending} onClick={take}>
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
