import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import { useMay } from '../platform/session.ts';
import styles from './OrderPage.module.css';

/** E-mails and networks in full, and what the providers sent. Each look is written into the audit log. */
export function PersonalData({ id }: { id: string }) {
  const { t } = useTranslation('operator');
  const may = useMay('see.personal');
  const look = useMutation({
    mutationFn: () => callOperator(operatorCalls.orderPersonal, { params: { id } }),
  });
  if (!may) return null;
  if (!look.data)
    return (
      <>
        <div>
          <Button
            variant="secondary"
            size="small"
            icon="eye"
            busy={look.isPending}
            onClick={() => look.mutate()}
          >
            {t('personal.show')}
          </Button>
        </div>
        <p className={styles.note}>{t('personal.note')}</p>
        <FormAlert sentences={look.error ? [errorTextOf(look.error)] : []} />
      </>
    );
  const { player, buyer, events } = look.data;
  return (
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
  );
}
