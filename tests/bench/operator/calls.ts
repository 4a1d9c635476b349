import type { everyOperatorCall } from '#/contract/operator/everyOperatorCall.ts';
import { ORDERS_PAGE_ROWS } from '#/contract/operator/orders.ts';
import { addDays, lastDays } from '#/contract/operator/figures/dayRange.ts';
import { type BookScale, HISTORY_DAYS, payoutsOf } from './fillBooks.ts';

type Name = keyof typeof everyOperatorCall;
/** Path and query of a call. Turns ask for different rows, spread over the whole table. */
type Path = (turn: number) => string;
/** Calls whose cost depends neither on orders nor on players, or that answer with a file. */
export const NOT_MEASURED: readonly Name[] = [
  'session',
  'adapter',
  'draft',
  'reviewDraft',
  'catalogueRevision',
  'mailTemplate',
  'loadExport',
  'revisionFiles',
];

const VERSION = '/api/operator/v1';
const today = new Date().toISOString().slice(0, 10);
const range = (days: number) => {
  const { from, to } = lastDays(today, days);
  return `from=${from}&to=${to}`;
};
/** A large odd number spreads turns over all rows. */
const spread = (turn: number, rows: number) => 1 + ((turn * 7919) % rows);

/** Every call that reads, with its filters, on a database of this size. */
export function callsOf({
  players,
  ordersEach,
  transfersEach,
}: BookScale): Record<string, { call: Name; path: Path }> {
  const orders = players * ordersEach;
  const order = (turn: number) => spread(turn, orders);
  const player = (turn: number) => spread(turn, players);
  const middle = Math.floor(orders / 2);
  const oldDay = addDays(today, -HISTORY_DAYS / 2);
  // one day on a full database, and enough for a page on an almost empty one
  const untilDay = addDays(oldDay, Math.ceil((2 * ORDERS_PAGE_ROWS * HISTORY_DAYS) / orders) - 1);
  const of = (call: Name, path: string | Path) => ({
    call,
    path: (turn: number) => VERSION + (typeof path === 'string' ? path : path(turn)),
  });
  return {
    dashboard: of('dashboard', `/dashboard?${range(90)}`),
    'dashboard of a server': of('dashboard', `/dashboard?${range(90)}&server=everest`),
    'dashboard of a day': of('dashboard', `/dashboard?${range(1)}`),
    orders: of('orders', '/orders'),
    'orders before': of('orders', (turn) => `/orders?before=${order(turn)}`),
    'orders after': of('orders', (turn) => `/orders?after=${order(turn)}`),
    'orders of a state': of('orders', `/orders?state=refunded&before=${middle}`),
    'orders in review': of('orders', '/orders?state=review'),
    'orders of a provider': of('orders', `/orders?provider=stripe&before=${middle}`),
    'orders paid in coins': of('orders', '/orders?provider=coins'),
    'orders of a server': of('orders', '/orders?server=fuji'),
    'orders of a product': of('orders', '/orders?product=one_coin&server=everest'),
    'orders by sum': of('orders', '/orders?fromCents=5000&toCents=5000'),
    'orders of a sum that nobody paid': of('orders', '/orders?fromCents=4000&toCents=4500'),
    'orders of a day': of('orders', `/orders?fromDay=${oldDay}&toDay=${untilDay}`),
    'orders of a state on a day': of('orders', `/orders?fromDay=${oldDay}&toDay=${untilDay}&state=expired`),
    'orders with a discount': of('orders', '/orders?discount=scale'),
    'orders of a player': of('orders', (turn) => `/orders?player=${player(turn)}`),
    'orders paid twice': of('orders', '/orders?mark=paidTwice'),
    'orders with a refund under way': of('orders', '/orders?mark=refundUnderWay'),
    'orders with a failed refund': of('orders', '/orders?mark=refundFailed'),
    'orders with an open delivery': of('orders', '/orders?mark=deliveryOpen'),
    order: of('order', (turn) => `/orders/scale${order(turn)}`),
    'search an order': of('search', (turn) => `/search?q=scale${order(turn)}`),
    'search a payment': of('search', (turn) => `/search?q=pay${order(turn)}`),
    'search a number': of('search', (turn) => `/search?q=${player(turn)}`),
    'search a login': of('search', (turn) => `/search?q=buyer${player(turn)}`),
    'search a beginning': of('search', '/search?q=buyer1'),
    'search in vain': of('search', '/search?q=nobody-knows-this'),
    players: of('players', '/players'),
    'players before': of('players', (turn) => `/players?before=${player(turn)}`),
    'players by login': of('players', '/players?login=buyer1'),
    'players of a server': of('players', '/players?server=fuji'),
    'blocked players': of('players', '/players?state=blocked'),
    'media partners': of('players', '/players?mark=mediaPartner'),
    player: of('player', (turn) => `/players/${player(turn)}`),
    playerLedger: of('playerLedger', (turn) => `/players/${player(turn)}/ledger?ledgerAccount=wallet`),
    'playerLedger before': of(
      'playerLedger',
      (turn) =>
        `/players/${player(turn)}/ledger?ledgerAccount=wallet&before=${Math.floor((players * transfersEach) / 2)}`,
    ),
    playerDraws: of('playerDraws', (turn) => `/players/${player(turn)}/draws`),
    playerHistory: of('playerHistory', (turn) => `/players/${player(turn)}/history`),
    playerReferral: of('playerReferral', (turn) => `/players/${player(turn)}/referral`),
    playerInvited: of('playerInvited', (turn) => `/players/${player(turn)}/invited`),
    playerGifts: of('playerGifts', (turn) => `/players/${player(turn)}/gifts`),
    deliveries: of('deliveries', '/deliveries'),
    'deliveries before': of('deliveries', (turn) => `/deliveries?before=${spread(turn, middle)}`),
    'deliveries of a state': of('deliveries', '/deliveries?state=done&server=fuji'),
    'deliveries in trouble': of('deliveries', '/deliveries?state=failed'),
    'deliveries of a code': of('deliveries', '/deliveries?code=unban'),
    'deliveries of a player': of('deliveries', (turn) => `/deliveries?player=${player(turn)}`),
    'deliveries of an order': of('deliveries', (turn) => `/deliveries?order=scale${order(turn)}`),
    delivery: of('delivery', (turn) => `/deliveries/${spread(turn, middle)}`),
    matchingDeliveries: of('matchingDeliveries', '/deliveries/matching?decision=retry&state=failed'),
    servers: of('servers', '/servers'),
    server: of('server', '/servers/everest'),
    audit: of('audit', '/audit'),
    'audit of a person': of('audit', '/audit?operator=1'),
    site: of('site', '/site'),
    termsNotices: of('termsNotices', '/terms-notices'),
    fairness: of('fairness', '/fairness'),
    staff: of('staff', '/staff'),
    sessions: of('sessions', '/sessions'),
    limits: of('limits', '/limits'),
    approvals: of('approvals', '/approvals'),
    mails: of('mails', '/mails'),
    'mails of a day': of('mails', `/mails?day=${oldDay}`),
    'mails of a kind': of('mails', `/mails?kind=receipt&before=${middle}`),
    'mails of a player': of('mails', (turn) => `/mails?player=${player(turn)}`),
    'failed mails': of('mails', '/mails?state=failed'),
    mail: of('mail', (turn) => `/mails/${order(turn)}`),
    mailQueue: of('mailQueue', '/mail-queue'),
    matchingMails: of('matchingMails', '/mails/matching?act=drop&state=failed'),
    catalogue: of('catalogue', '/catalogue'),
    catalogueRevisions: of('catalogueRevisions', '/catalogue/revisions'),
    discounts: of('discounts', '/discounts'),
    discount: of('discount', '/discounts/1'),
    discountGoods: of('discountGoods', '/discount-goods'),
    vat: of('vat', `/vat?${range(31)}`),
    vatDoubts: of('vatDoubts', `/vat/doubts?${range(90)}`),
    vatRates: of('vatRates', '/vat/rates'),
    payouts: of('payouts', `/payouts?${range(90)}`),
    payout: of('payout', (turn) => `/payouts/${spread(turn, payoutsOf({ players, ordersEach }))}`),
    missingFromPayouts: of('missingFromPayouts', `/payouts/missing-orders?${range(90)}`),
  };
}
