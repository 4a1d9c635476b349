import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '#/contract/deliveries.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import styles from './OrderDeliveries.module.css';

/** The deliveries of an order (D18). Renders nothing if all goods are on the account. */
export function OrderDeliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t } = useTranslation('game');
  const titleId = useId();
  if (deliveries.length === 0) return null;
  return (
    <Panel className={styles.things} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('ofOrder')}</h2>
      <ul>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </Panel>
  );
}
