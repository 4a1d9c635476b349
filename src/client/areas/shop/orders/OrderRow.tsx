import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#/contract/orders.ts';
import { formatDate, formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Badge } from '#/client/ui/display/Badge.tsx';
import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import styles from './OrderHistory.module.css';
import { orderView, type OrderView, type OrderViewName } from '#/client/areas/shop/payment/orderView.ts';
import { PayOtherWay } from '#/client/areas/shop/payment/PayOtherWay.tsx';
import { ReceiptDialog } from './ReceiptDialog.tsx';
import { storePath } from '#/client/areas/shop/cart/storePath.ts';
import { KNOWN_SUCCESS, supportLink } from './orderLinks.ts';
import { wayToUse } from '#/client/areas/shop/cart/wayToUse.ts';
import { contentsText, totalText } from '#/client/areas/shop/cart/purchaseRows.ts';

const TONES = { wait: 'sodium', good: 'signal', bad: 'tail', quiet: 'quiet' } as const;
/** Views whose badge differs from their tone: the game owes the player something. */
const BADGES: Partial<Record<OrderViewName, 'sodium' | 'tail'>> = { delivering: 'sodium', troubled: 'tail' };
/** Views whose page tells about each delivery. */
const WATCHED: ReadonlySet<OrderViewName> = new Set(['delivering', 'troubled', 'withheld']);

/** One order in the history: product, state and next step. */
export function OrderRow({ order }: { order: Order }) {
  const { t } = useTranslation('shop');
  const [isReceiptOpen, setIsReceiptOpen] = useState(false);
  const view = orderView(order);
  const contents = contentsText(order, t);
  return (
    <Panel as="li" padding="snug" className={styles.order} data-view={view.name}>
      <div className={styles.picture}>
        <Picture files={shopImage(order.image)} loading="lazy" decoding="async" />
      </div>
      <div className={styles.what}>
        <h4>{contents}</h4>
        <p>
          {formatDate(order.date)} · {order.server_name} · {order.number}
        </p>
        <Hint order={order} view={view} />
      </div>
      <div className={styles.figures}>
        <b className={styles.sum}>{totalText(order)}</b>
        <Badge tone={BADGES[view.name] ?? TONES[view.tone]}>{t(`orders.states.${stateName(view)}`)}</Badge>
      </div>
      <div className={styles.steps}>
        <Step order={order} view={view} />
        {view.step === 'pay' && <PayOtherWay order={order} size="small" />}
        <Button
          variant="quiet"
          size="small"
          icon="ticket"
          aria-label={t('orders.receiptOf', { product: contents })}
          onClick={() => setIsReceiptOpen(true)}
        >
          {t('orders.receipt')}
        </Button>
      </div>
      <ReceiptDialog order={order} open={isReceiptOpen} onClose={() => setIsReceiptOpen(false)} />
    </Panel>
  );
}

/** An order in the history is waiting, because nobody has just returned from its payment. */
const stateName = ({ name }: OrderView) => (name === 'unfinished' ? 'waiting' : name);

function Hint({ order, view }: { order: Order; view: OrderView }) {
  const { t } = useTranslation('shop');
  const name = stateName(view);
  return (
    <p className={styles.hint}>
      {t(`orders.hints.${name}`)}
      {view.step === 'pay' &&
        order.expires_at &&
        ` ${t('orders.until', { at: formatDateTime(order.expires_at) })}`}
    </p>
  );
}

function Step({ order, view: { name, step, tone } }: { order: Order; view: OrderView }) {
  const { t } = useTranslation('shop');
  const product = contentsText(order, t);
  const use = wayToUse(order);
  if (WATCHED.has(name)) return <Watch order={order} />;
  switch (step) {
    case 'pay':
      return (
        <ButtonLink
          to={order.pay_url ?? ''}
          reloadDocument
          size="small"
          icon="card"
          aria-label={t('orders.payOf', { product })}
        >
          {t('orders.pay')}
        </ButtonLink>
      );
    case 'again':
      return (
        <ButtonLink
          to={storePath(order)}
          variant="secondary"
          size="small"
          icon="reload"
          aria-label={t('orders.againOf', { product })}
        >
          {t('orders.again')}
        </ButtonLink>
      );
    case 'support':
      return (
        <ButtonLink
          to={supportLink(order, t)}
          reloadDocument
          variant="secondary"
          size="small"
          icon="envelope"
          aria-label={t('orders.supportOf', { product })}
        >
          {t('orders.support')}
        </ButtonLink>
      );
    case undefined:
  }
  if (tone === 'good')
    return (
      <ButtonLink
        to={use.path}
        variant="secondary"
        size="small"
        icon={use.icon}
        aria-label={t(`orders.${use.name}Of`, { product })}
      >
        {t(`orders.${use.name}`)}
      </ButtonLink>
    );
  return <Watch order={order} />;
}

/** A link to the page of the order, which updates automatically but does not celebrate what the history shows already. */
function Watch({ order }: { order: Order }) {
  const { t } = useTranslation('shop');
  const { id, state } = order;
  return (
    <ButtonLink
      to={inLocale(pageConfig.locale, `${paths.donateSuccess}?order=${id}`)}
      state={state === 'granted' ? KNOWN_SUCCESS : undefined}
      variant="secondary"
      size="small"
      icon="eye"
      aria-label={t('orders.watchOf', { product: contentsText(order, t) })}
    >
      {t('orders.watch')}
    </ButtonLink>
  );
}
