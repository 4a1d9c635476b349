import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#/contract/orders.ts';
import { OrderDeliveries } from '#/client/domain/game/OrderDeliveries.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Dialog, DialogActions, DialogFoot, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { contentsText } from '#/client/areas/shop/cart/purchaseRows.ts';
import { orderQuery } from '#/client/areas/shop/payment/orderQueries.ts';
import { OrderReceipt } from './OrderReceipt.tsx';
import styles from './ReceiptDialog.module.css';

interface ReceiptDialogProps {
  order: Order;
  open: boolean;
  onClose: () => void;
}

/** The receipt of an order, for display and printing, and its deliveries (D18). Only the receipt is printed. */
export function ReceiptDialog({ order, open, onClose }: ReceiptDialogProps) {
  const { t } = useTranslation('shop');
  const { data: seen = order } = useQuery({ ...orderQuery(order.id), enabled: open });
  // the first button is at the end, and its focus would scroll the title away
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog open={open} onClose={onClose} initialFocus={title} closeLabel={t('orders.close')}>
      <div className={styles.body}>
        <DialogTitle ref={title} tabIndex={-1} className={styles.title}>
          {contentsText(order, t)}
        </DialogTitle>
        <div className={styles.paper}>
          <OrderReceipt order={order} />
        </div>
        <OrderDeliveries deliveries={seen.deliveries} />
        <DialogFoot>
          <DialogActions>
            <Button onClick={() => print()}>{t('orders.print')}</Button>
            <Button variant="secondary" onClick={onClose}>
              {t('orders.close')}
            </Button>
          </DialogActions>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
