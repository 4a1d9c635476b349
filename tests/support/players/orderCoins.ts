import { CAPTCHA } from '../app/factories.ts';
import { createBrowser } from '../app/browser.ts';
import type { TestApp } from '../app/testApp.ts';

export interface OrderedCoins {
  /** Public id. */
  order: string;
  url: string;
  paymentRef: string;
  totalCents: number;
}

/** Orders coins in the sandbox as a visitor. */
export async function orderCoins(app: TestApp, login: string, amount = 100): Promise<OrderedCoins> {
  const browser = createBrowser(app);
  const cart = { captcha: CAPTCHA, server: 'everest', login, product_type: 'one_coin', amount };
  const saved = await browser.send('POST', '/api/donate/cart', cart);
  const placed = await browser.send('POST', '/api/donate/order', { captcha: CAPTCHA });
  if (saved.statusCode !== 200 || placed.statusCode !== 200)
    throw new Error(`nothing was ordered: ${saved.body} ${placed.body}`);
  const { order, url } = placed.json<{ order: string; url: string }>();
  const { rows } = await app.pool.query<{ paymentRef: string; totalCents: number }>(
    `SELECT payment_ref AS "paymentRef", total_cents AS "totalCents" FROM orders WHERE public_id = $1`,
    [order],
  );
  if (!rows[0]) throw new Error(`no order ${order}`);
  return { order, url, ...rows[0] };
}

/** Reads the state of an order. */
export async function orderState(app: TestApp, order: string): Promise<string | undefined> {
  const { rows } = await app.pool.query<{ state: string }>('SELECT state FROM orders WHERE public_id = $1', [
    order,
  ]);
  return rows[0]?.state;
}

/** OC in the wallet of a player. */
export async function coinsOf(app: TestApp, accountId: number): Promise<number> {
  const { rows } = await app.pool.query<{ balance: string }>(
    `SELECT balance FROM ledger_accounts WHERE kind = 'wallet' AND owner_id = $1`,
    [accountId],
  );
  return Number(rows[0]?.balance ?? 0);
}
