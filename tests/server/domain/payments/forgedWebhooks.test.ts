import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentsApp, type PaymentsApp, stripeBody } from '../../../support/services/paymentsApp.ts';

let site: PaymentsApp;
const lines: string[] = [];
beforeAll(async () => {
  const logStream = { write: (line: string) => void lines.push(line) };
  site = await createPaymentsApp({ rateLimitScale: 1, logLevel: 'info' }, logStream);
});
afterAll(() => site.close());

/** Number of forged webhooks that the process has counted so far, by any site in it. */
async function forgedSoFar(): Promise<number> {
  const { body } = await site.app.get('/metrics');
  return Number(/^payment_webhooks_forged_total\{provider="stripe"\} (\d+)$/m.exec(body)?.[1] ?? 0);
}

test('SE15 forged webhooks of one address are limited, signed ones and other addresses never', async () => {
  const raw = stripeBody('cs_limits');
  const before = await forgedSoFar();
  const send = (headers: Record<string, string>, remoteAddress: string) =>
    site.app.inject({
      method: 'POST',
      url: '/api/payments/stripe/webhook',
      payload: raw,
      headers: { 'content-type': 'application/json', ...headers },
      remoteAddress,
    });
  const forged = [];
  for (let sent = 0; sent < 60; sent++)
    forged.push(await send({ 'stripe-signature': 'nonsense' }, '203.0.113.7'));
  expect(forged.map(({ statusCode }) => statusCode)).toEqual([
    ...Array<number>(20).fill(400),
    ...Array<number>(40).fill(429),
  ]);
  expect(Number(forged.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  const signed = await Promise.all(
    Array.from({ length: 400 }, () => send(site.stripeHeaders(raw), '203.0.113.7')),
  );
  expect(new Set(signed.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await send({}, '203.0.113.8')).statusCode).toBe(400);
  expect((await forgedSoFar()) - before).toBe(61);
});

test('SE15 a flood of forged webhooks writes a few short lines a minute', async () => {
  lines.length = 0;
  site.app.advanceMs(60_000);
  for (let sent = 0; sent < 200; sent++)
    await site.app.inject({
      method: 'POST',
      url: '/api/payments/stripe/webhook',
      payload: stripeBody('cs_flood'),
      headers: { 'content-type': 'application/json' },
      remoteAddress: '203.0.113.9',
    });
  const refused = lines.filter((line) => line.includes('a webhook was refused'));
  expect(refused).toHaveLength(10);
  for (const line of refused) expect(line.length).toBeLessThan(300);
  // one line for each of the twenty that were not refused by the limit
  expect(lines).toHaveLength(30);
});
