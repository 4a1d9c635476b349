import { useTranslation } from 'react-i18next';
import type { Order } from '#/contract/shop.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Dialog, DialogActions, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { OrderReceipt } from './OrderReceipt.tsx';
import styles from './ReceiptDialog.module.css';

interface ReceiptDialogProps {
  order: Order;
  open: boolean;
  onClose: () => void;
}

/** The receipt of an order, for display and printing. Nothing else of the page is printed. */
export function ReceiptDialog({ order, open, onClose }: ReceiptDialogProps) {
  const { t } = useTranslation('shop');
  return (
    <Dialog open={open} onClose={onClose} closeLabel={t('orders.close')}>
      <div className={styles.body}>
        <DialogTitle className={styles.title}>{order.product}</DialogTitle>
        <div className={styles.paper}>
          <OrderReceipt order={order} />
        </div>
        <DialogActions>
          <Button onClick={() => print()}>{t('orders.print')}</Button>
          <Button variant="secondary" onClick={onClose}>
            {t('orders.close')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
