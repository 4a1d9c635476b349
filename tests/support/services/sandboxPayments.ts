import type { LightMyRequestResponse } from 'fastify';
import type { PaymentEvent, PaymentProvider, PaymentRequest } from '#/server/ports/payments.ts';
import type { TestApp } from '../app/testApp.ts';

const HOUR_MS = 3600_000;

export interface SandboxPayments {
  provider: PaymentProvider;
  /** Creates a payment of 230.50 euro that can be paid for an hour. */
  start: (changes?: Partial<PaymentRequest>) => Promise<{ ref: string; path: string; url: string }>;
  /** Presses a button on its page. */
  press: (
    path: string,
    action: string,
    headers?: Record<string, string>,
    remoteAddress?: string,
  ) => Promise<LightMyRequestResponse>;
  /** Lists the queued webhooks of a payment, each with its delay in milliseconds. */
  webhooks: (ref: string) => Promise<(PaymentEvent & { inMs: number })[]>;
  kinds: (ref: string) => Promise<string[]>;
}

let made = 0;

/** Opens the sandbox of a server, as its buyers see it. */
export function sandboxPayments(app: TestApp): SandboxPayments {
  const provider = app.deps.payments.providers.get('sandbox');
  if (!provider) throw new Error('no sandbox');
  const webhooks: SandboxPayments['webhooks'] = async (ref) => {
    const { rows } = await app.pool.query<{ body: string; inMs: number }>(
      `SELECT body, extract(epoch FROM run_at - $2)::float * 1000 AS "inMs" FROM sandbox_webhooks
        WHERE body::jsonb ->> 'paymentRef' = $1 ORDER BY id`,
      [ref, app.deps.now()],
    );
    return rows.map(({ body, inMs }) => Object.assign(JSON.parse(body) as PaymentEvent, { inMs }));
  };
  return {
    provider,
    start: async (changes = {}) => {
      const { paymentRef, url } = await provider.start({
        orderId: `order-${++made}`,
        attempt: 1,
        totalCents: 23_050,
        currency: 'EUR',
        methodName: 'card',
        title: '2 300 <One> Coins',
        locale: 'ru',
        successUrl: 'https://one.example/donate/success?order=a&b=c',
        failUrl: 'https://one.example/donate/fail?order=a',
        expiresAt: new Date(app.deps.now().getTime() + HOUR_MS).toISOString(),
        ...changes,
      });
      return { ref: paymentRef, path: new URL(url).pathname, url };
    },
    press: (path, action, headers = {}, remoteAddress = '127.0.0.1') =>
      app.inject({
        method: 'POST',
        url: path,
        remoteAddress,
        payload: new URLSearchParams({ action }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    webhooks,
    kinds: async (ref) => (await webhooks(ref)).map(({ kind }) => kind),
  };
}
