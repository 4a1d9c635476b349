import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DeliveryReply } from '#/contract/operator/deliveries.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Facts, FactStack } from '../parts/Facts.tsx';
import { useFieldTexts } from '../acts/fieldTexts.ts';
import { Time } from '../parts/Time.tsx';
import styles from './Deliveries.module.css';
import { useDeliveryWords } from './useDeliveryWords.ts';

const timeOf = (at: string | null) => at && <Time at={at} />;

/** The facts of a delivery beside its timeline: contents, player and progress. */
export function DeliveryFacts({ delivery }: { delivery: DeliveryReply }) {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const { thingOf, saidOf } = useDeliveryWords();
  const { known, textOf } = useFieldTexts();
  const deliveryLink = (no: number): ReactNode => (
    <Link key={no} to={`/deliveries/${no}`} className={styles.link}>
      {t('operator:number', { no })}
    </Link>
  );
  const { player, server, order, orderNumber, cause, params, state, readyAt, outcome, detail } = delivery;
  const isWaiting = state === 'waiting';
  return (
    <FactStack>
      <Facts
        title={t('deliveries.thing')}
        facts={[
          [t('deliveries.what'), thingOf(delivery)],
          [t('deliveries.code'), <code key="code">{delivery.code}</code>],
          [t('deliveries.count'), formatNumber(delivery.count)],
          [t('deliveries.params'), Object.keys(params).length > 0 && textOf('params', params)],
          [
            t('deliveries.order'),
            order && (
              <Link key="order" to={`/orders/${order}`} className={styles.link}>
                {orderNumber}
              </Link>
            ),
          ],
          [
            t('deliveries.cause'),
            !order &&
              `${known(`operatorGame:deliveries.causes.${cause.reason}`) ?? cause.reason} ${cause.id}`,
          ],
          [t('deliveries.revokes'), delivery.revokes && deliveryLink(delivery.revokes)],
          [t('deliveries.revokedBy'), delivery.revokedBy.length > 0 && delivery.revokedBy.map(deliveryLink)],
        ]}
      />
      <Facts
        title={t('deliveries.for')}
        facts={[
          [
            t('deliveries.login'),
            <Link key="player" to={`/players/${player.id}`} className={styles.link}>
              {player.login}@{server}
            </Link>,
          ],
          [t('deliveries.handedTo'), delivery.handedTo],
          [t('deliveries.receivedBy'), delivery.receivedBy],
          [
            t('deliveries.needsOnline'),
            t(delivery.needsOnline ? 'operator:values.yes' : 'operator:values.no'),
          ],
          [t('deliveries.playerReads'), delivery.stage && t(`deliveries.stages.${delivery.stage}`)],
        ]}
      />
      <Facts
        title={t('deliveries.progress')}
        facts={[
          [t('deliveries.written'), timeOf(delivery.createdAt)],
          [t('deliveries.moved'), timeOf(delivery.movedAt)],
          [t('deliveries.attempts'), formatNumber(delivery.attempt)],
          [
            t('deliveries.readyAt'),
            isWaiting && (readyAt ? <Time key="ready" at={readyAt} /> : t('deliveries.away')),
          ],
          [t('deliveries.leaseUntil'), state === 'leased' && timeOf(delivery.leaseUntil)],
          [t('deliveries.doubtful'), delivery.isDoubtful && t('operator:values.yes')],
          [t('deliveries.saidOutcome'), outcome && saidOf(outcome)],
          [t('deliveries.saidDetail'), detail],
          [t('deliveries.taken'), delivery.taken !== null && formatNumber(delivery.taken)],
          [t('deliveries.done'), timeOf(delivery.doneAt)],
          [t('deliveries.moneyBackAt'), timeOf(delivery.moneyBackAt)],
          [
            t('deliveries.server'),
            <Link key="server" to={`/servers/${server}`} className={styles.link}>
              {server}
            </Link>,
          ],
          [t('deliveries.ledger'), delivery.ledger && <code key="ledger">{delivery.ledger}</code>],
        ]}
      />
    </FactStack>
  );
}
