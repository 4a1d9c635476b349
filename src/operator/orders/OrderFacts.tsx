import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OperatorPayment, OrderGiven, OrderReply } from '#/contract/operator/orders.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { DeliveryState } from '../parts/DeliveryState.tsx';
import { Facts, FactStack } from '../parts/Facts.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { OrderCountry } from './OrderCountry.tsx';
import styles from './OrderPage.module.css';
import { PersonalData } from './PersonalData.tsx';
import { useOrderWords } from './useOrderWords.ts';

const DAY_MS = 24 * 60 * 60_000;
const timeOf = (at: string | null) => at && <Time at={at} />;

/** The facts of an order beside its timeline. */
export function OrderFacts({ order }: { order: OrderReply }) {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const { productOf, sumOf } = useOrderWords();
  const { quote, player, buyer, missingCents, refundedCents } = order;
  const personOf = ({ id, login, server, status }: OrderReply['player']) => (
    <>
      <Link to={`/players/${id}`} className={styles.person}>
        {login}@{server}
      </Link>
      {status !== 'active' && <StateMark tone="bad">{t(`operator:accountStates.${status}`)}</StateMark>}
    </>
  );
  return (
    <FactStack>
      <Facts
        title={t('order.quote')}
        facts={[
          [t('operator:orders.product'), productOf(quote)],
          [t('operator:orders.sum'), sumOf(quote)],
          [t('order.price'), quote.discountCents > 0 && formatEuro(quote.priceCents)],
          [t('order.discount'), quote.discountCents > 0 && `−${formatEuro(quote.discountCents)}`],
          [t('operator:filters.discount'), quote.discount],
          [t('order.unpaid'), missingCents > 0 && formatEuro(missingCents)],
          [t('order.refunded'), refundedCents > 0 && formatEuro(refundedCents)],
          [t('order.created'), timeOf(order.createdAt)],
          [t('order.paid'), timeOf(order.paidAt)],
          [t('order.granted'), timeOf(order.grantedAt)],
        ]}
      />
      {order.agreed && (
        <Facts
          title={t('agreed.title')}
          facts={[
            [t('agreed.terms'), formatDay(order.agreed.terms)],
            [t('agreed.atOnce'), order.agreed.atOnce],
            [t('agreed.at'), timeOf(order.agreed.at)],
          ]}
        />
      )}
      <OrderCountry order={order} />
      <Facts
        title={t('operator:orders.player')}
        facts={[
          [t('order.for'), personOf(player)],
          [t('operator:fields.email'), player.email],
          [t('order.buyer'), buyer?.id === player.id ? null : buyer ? personOf(buyer) : t('order.visitor')],
          [t('order.buyerEmail'), buyer && buyer.id !== player.id && buyer.email],
        ]}
      >
        <PersonalData id={order.id} />
      </Facts>
      {order.payments.length > 0 && (
        <Facts title={t('order.payments')} facts={[]}>
          {order.payments.map((payment) => (
            <Payment key={payment.paymentRef} payment={payment} />
          ))}
        </Facts>
      )}
      {order.given && <Given given={order.given} />}
      {order.taken && (
        <Facts
          title={t('order.taken')}
          facts={[
            [t('operator:fields.coins'), order.taken.coins > 0 && formatCoins(order.taken.coins)],
            [t('operator:fields.owed'), order.taken.debt > 0 && formatCoins(order.taken.debt)],
            [t('operator:fields.pieces'), order.taken.pieces > 0 && formatNumber(order.taken.pieces)],
            [
              t('operator:fields.premiumDays'),
              order.taken.premiumMs > 0 && formatNumber(Math.ceil(order.taken.premiumMs / DAY_MS)),
            ],
          ]}
        />
      )}
    </FactStack>
  );
}

function Payment({ payment }: { payment: OperatorPayment }) {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const { provider, paymentRef, page, isCurrent, refundableCents, underWayCents } = payment;
  const method = payment.methodTitles?.[pageConfig.locale] ?? payment.method;
  return (
    <div className={styles.payment}>
      <span>
        {t(`providers.${provider as 'coins'}`)}
        {method && ` · ${method}`}
        {!isCurrent && ` · ${t('order.replaced')}`}
      </span>
      {page ? (
        <a href={page} target="_blank" rel="noreferrer">
          <code>{paymentRef}</code> <span className="unseen">{t('order.atProvider')}</span>
        </a>
      ) : (
        <code>{paymentRef}</code>
      )}
      {refundableCents > 0 && <p>{t('order.refundable', { sum: formatEuro(refundableCents) })}</p>}
      {underWayCents > 0 && <p>{t('order.underWay', { sum: formatEuro(underWayCents) })}</p>}
    </div>
  );
}

function Given({ given }: { given: OrderGiven }) {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const { coins, bonusCoins, premiumDays, premiumLeftMs, cases, deliveries } = given;
  return (
    <Facts
      title={t('order.given')}
      facts={[
        [t('operator:fields.coins'), coins > 0 && formatCoins(coins)],
        [t('order.bonus'), bonusCoins > 0 && formatCoins(bonusCoins)],
        [t('operator:fields.premiumDays'), premiumDays > 0 && formatNumber(premiumDays)],
        [t('order.premiumLeft'), premiumDays > 0 && formatNumber(Math.ceil(premiumLeftMs / DAY_MS))],
        ...cases.map(
          ({ caseId, titles, given: total, opened }) =>
            [
              titles?.[pageConfig.locale] ?? t('order.case', { id: caseId }),
              t('order.opened', { opened, total }),
            ] as const,
        ),
      ]}
    >
      {deliveries.length > 0 && (
        <ul className={styles.list}>
          {deliveries.map(({ id, code, count, state, titles }) => (
            <li key={id}>
              <Link to={`/deliveries/${id}`}>
                {t('operator:number', { no: id })} · {titles?.[pageConfig.locale] ?? code}
                {count > 1 && ` × ${count}`}
              </Link>
              <DeliveryState state={state} />
            </li>
          ))}
        </ul>
      )}
    </Facts>
  );
}
