import { createHmac } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Config } from '#/server/platform/config/config.ts';
import { STRIPE_API_VERSIONS } from '#/server/platform/config/paymentSettings.ts';
import { signWithTime } from '#/server/adapters/payments/signature.ts';
import { BTCPAY_KEY, BTCPAY_STORE, type FakeBtcpay, fakeBtcpay } from './fakeBtcpay.ts';
import { createTestApp, type TestApp } from '../app/testApp.ts';

export const STRIPE_SECRET = 'whsec_in_force';
export const OLD_SECRET = 'whsec_being_replaced';
export const BTCPAY_SECRET = 'webhook-secret-in-force';

type Provider = 'stripe' | 'btcpay' | 'sandbox';

export interface PaymentsApp {
  app: TestApp;
  btcpay: FakeBtcpay;
  post: (
    provider: Provider,
    payload: string | Buffer,
    headers?: Record<string, string>,
    to?: TestApp,
  ) => Promise<LightMyRequestResponse>;
  /** The stored payment events, the oldest first. */
  stored: (paymentRef?: string) => Promise<Record<string, unknown>[]>;
  /** Deletes the stored events, except those that granted an order. */
  forget: () => Promise<void>;
  unixNow: () => number;
  stripeHeaders: (raw: string | Buffer, secret?: string, time?: number) => Record<string, string>;
  close: () => Promise<void>;
}

/** The server with every payment provider configured. No service runs at Stripe's address. */
export async function createPaymentsApp(
  changes: Partial<Config> = {},
  logStream?: { write: (line: string) => void },
): Promise<PaymentsApp> {
  const btcpay = await fakeBtcpay();
  const payments: Config['payments'] = {
    hasSandbox: true,
    stripe: {
      apiVersion: STRIPE_API_VERSIONS[0],
      secretKey: 'sk',
      webhookSecrets: [STRIPE_SECRET, OLD_SECRET],
      apiUrl: 'http://127.0.0.1:9',
    },
    btcpay: { url: btcpay.url, storeId: BTCPAY_STORE, apiKey: BTCPAY_KEY, webhookSecrets: [BTCPAY_SECRET] },
    // beside real providers the sandbox serves only the methods named for it
    methods: { card_and_more: 'sandbox', card: 'sandbox', bitcoin: 'sandbox' },
  };
  const app = await createTestApp({ config: { payments, ...changes }, ...(logStream && { logStream }) });
  const unixNow = () => Math.floor(app.deps.now().getTime() / 1000);
  return {
    app,
    btcpay,
    post: (provider, payload, headers = {}, to = app) =>
      to.inject({
        method: 'POST',
        url: `/api/payments/${provider}/webhook`,
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      }),
    stored: async (paymentRef = '%') => {
      const { rows } = await app.pool.query<Record<string, unknown>>(
        `SELECT provider, event_id, kind, payment_ref, cause_ref, amount_cents, currency, raw,
            processed_at IS NOT NULL AS "isProcessed", attempts, last_error
          FROM payment_events WHERE payment_ref LIKE $1 ORDER BY id`,
        [paymentRef],
      );
      return rows;
    },
    forget: async () => {
      await app.pool.query(
        `DELETE FROM payment_events WHERE id NOT IN
          (SELECT payment_event_id FROM order_grants WHERE payment_event_id IS NOT NULL)`,
      );
    },
    unixNow,
    stripeHeaders: (raw, secret = STRIPE_SECRET, time = unixNow()) => ({
      'stripe-signature': signWithTime(raw, secret, time),
    }),
    close: async () => {
      await app.close();
      await btcpay.close();
    },
  };
}

/** The body of a Stripe webhook about a paid session: 10.00 euro. */
export function stripeBody(id: string, changes: object = {}): string {
  const session = {
    id,
    status: 'complete',
    payment_status: 'paid',
    amount_total: 1000,
    currency: 'eur',
    metadata: { order: 'an-order' },
    ...changes,
  };
  const event = { id: `evt_${id}`, type: 'checkout.session.completed', data: { object: session } };
  return JSON.stringify(event, null, 2);
}

export const hmacHex = (text: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
