import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { closePayment } from '#/server/adapters/payments/sandboxBook.ts';
import type { Player } from '../../support/app/factories.ts';
import { solveCaptcha } from '../../support/services/solveCaptcha.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';

/** 5 euro, to which no tier adds a bonus. */
export const COINS_A_PAYMENT = 50;
export const COINS_A_PIECE = 20;

/** The site under test, as its customers see it. */
export interface Shop {
  site: TestApp;
  url: string;
  isUp: boolean;
  failed: string[];
  retried: number;
  /** Number of answers with a success. */
  done: number;
}

export interface Customer {
  player: Player;
  login: string;
  at: number;
  /** Orders by the key of their purchase, as the answers acknowledged them. */
  bought: Map<string, string>;
  /** Orders that were paid. */
  payments: string[];
  serial: number;
  /** The request that has no answer yet. */
  openKey?: string;
  /** Cookie of the cart that the customer is about to order. */
  openCart?: string;
  /** An order that is made and not yet paid. */
  openOrder?: string;
}

interface Answer {
  status: number;
  body: { order?: string; code?: string };
  cookie: string;
}

/** @returns undefined when the connection broke before the answer */
async function send(
  { url }: Shop,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    return {
      status: answer.status,
      body: (await answer.json()) as Answer['body'],
      cookie: cookie.join('; '),
    };
  } catch {
    return undefined;
  }
}

/** Whether the request was carried out; one that broke off or must be tried again was not. */
function isDone(shop: Shop, what: string, answer: Answer | undefined): answer is Answer {
  if (answer?.status === 200) {
    shop.done++;
    return true;
  }
  shop.retried++;
  if (answer && answer.status !== 503) shop.failed.push(`${what}: ${answer.status} ${answer.body.code}`);
  return false;
}

/** Makes a purchase with coins, an unanswered one first, and repeats one that was acknowledged. */
export async function buyOn(shop: Shop, customer: Customer, isLast: boolean): Promise<void> {
  const { player, bought } = customer;
  const [known] = bought.keys();
  if (isLast && known === undefined && customer.openKey === undefined) return;
  const key =
    customer.openKey ??
    (customer.serial % 5 === 4 && known ? known : `crash-${customer.at}-${customer.serial}`);
  customer.serial++;
  customer.openKey = key;
  const body = { product_id: GOOD.caseForCoins, product_type: 0, product_qty: 1 };
  const headers = { ...player.headers, [IDEMPOTENCY_HEADER]: key };
  for (;;) {
    const answer = await send(shop, 'POST', '/api/v1/order/store-by-coin', body, headers);
    if (isDone(shop, 'store-by-coin', answer)) {
      const order = answer.body.order ?? '';
      if ((bought.get(key) ?? order) !== order) shop.failed.push(`${key} was answered otherwise`);
      bought.set(key, order);
      delete customer.openKey;
      return;
    }
    if (!isLast) return;
    await sleep(100);
  }
}

/** Makes one step of a purchase of coins for euro: cart, order, payment; at the end all of them. */
export async function payOn(shop: Shop, customer: Customer, isLast: boolean): Promise<void> {
  await step(shop, customer, isLast);
  if (isLast && (customer.openOrder ?? customer.openCart) !== undefined) await payOn(shop, customer, true);
}

async function step(shop: Shop, customer: Customer, isLast: boolean): Promise<void> {
  if (customer.openOrder !== undefined) await pay(shop, customer, customer.openOrder);
  else if (customer.openCart !== undefined) await order(shop, customer, customer.openCart);
  else if (!isLast) await fillCart(shop, customer);
}

async function captcha(shop: Shop, action: string): Promise<string | undefined> {
  const challenge = await send(shop, 'GET', `/api/v1/captcha/challenge?action=${action}`);
  return challenge?.status === 200 ? solveCaptcha(challenge.body) : undefined;
}

async function fillCart(shop: Shop, customer: Customer): Promise<void> {
  const token = await captcha(shop, 'cart');
  if (token === undefined) return;
  const cart = {
    captcha: token,
    server: 'everest',
    login: customer.login,
    product_type: 'one_coin',
    amount: COINS_A_PAYMENT,
  };
  const answer = await send(shop, 'POST', '/api/donate/cart', cart);
  if (isDone(shop, 'cart', answer)) customer.openCart = answer.cookie;
}

async function order(shop: Shop, customer: Customer, cookie: string): Promise<void> {
  const token = await captcha(shop, 'order');
  if (token === undefined) return;
  const answer = await send(shop, 'POST', '/api/donate/order', { captcha: token }, { cookie });
  if (!isDone(shop, 'order', answer)) return;
  delete customer.openCart;
  customer.openOrder = answer.body.order ?? '';
}

// at the provider, which does not crash with the site
async function pay({ site }: Shop, customer: Customer, orderId: string): Promise<void> {
  const { rows } = await site.pool.query<{ ref: string }>(
    'SELECT payment_ref AS ref FROM orders WHERE public_id = $1',
    [orderId],
  );
  await closePayment(site.deps, rows[0]?.ref ?? '', 'paid');
  delete customer.openOrder;
  customer.payments.push(orderId);
}
