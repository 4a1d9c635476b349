import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { AuditedLook } from '../acts/AuditedLook.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import styles from './OrderPage.module.css';

/** E-mail addresses and networks in full, and the providers' raw events. Each look is written into the audit log. */
export function PersonalData({ id }: { id: string }) {
  const { t } = useTranslation('operator');
  const look = useMutation({
    mutationFn: () => callOperator(operatorCalls.orderPersonal, { params: { id } }),
  });
  return (
    <AuditedLook look={look}>
      {({ player, buyer, events }) => (
        <>
          {[player, ...(buyer ? [buyer] : [])].map(({ email, network }, at) => (
            <p key={at === 0 ? 'player' : 'buyer'}>
              <code>
                {email} · {network}
              </code>
            </p>
          ))}
          {events.map(({ id: event, raw }) => (
            <details key={event}>
              <summary>{t('personal.event', { id: event })}</summary>
              <pre className={styles.raw}>{raw}</pre>
            </details>
          ))}
        </>
      )}
    </AuditedLook>
  );
}
