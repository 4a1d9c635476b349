import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startBackgroundWork } from '#/server/jobs/backgroundWork.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { sendSandboxWebhooks } from '#/server/demo/sandboxWebhooks.ts';
import { processPaymentEvents } from '#/server/domain/payments/paymentInbox.ts';
import { createPlayer } from '../../support/app/factories.ts';
import { coinsOf, orderCoins, orderState } from '../../support/players/orderCoins.ts';
import { type SandboxPayments, sandboxPayments } from '../../support/services/sandboxPayments.ts';
import { createSibling, createTestApp, type TestApp } from '../../support/app/testApp.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let site: SandboxPayments;
let ownUrl: string;
beforeAll(async () => {
  app = await createTestApp();
  site = sandboxPayments(app);
  ownUrl = await app.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => app.pool.query('DELETE FROM sandbox_webhooks'));
afterAll(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  await app.close();
});

/** A shop that answers with the given statuses. */
async function shop(statuses: number[]): Promise<{ url: string; bodies: string[]; server: Server }> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      bodies.push(await text(request));
      response.writeHead(statuses.shift() ?? 200).end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, server };
}

describe('N5 its webhooks', () => {
  const pay = async () => {
    const payment = await site.start();
    await site.press(payment.path, 'pay');
    return payment;
  };
  const row = async () =>
    (
      await app.pool.query(
        'SELECT attempts, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed FROM sandbox_webhooks',
      )
    ).rows;

  test('are signed as the shop verifies them, and stored there', async () => {
    const { ref } = await pay();
    expect(await sendSandboxWebhooks(app.deps, ownUrl)).toBe(1);
    expect(await row()).toEqual([{ attempts: 1, sent: true, failed: false }]);
    const { rows } = await app.pool.query(
      'SELECT kind, amount_cents FROM payment_events WHERE payment_ref = $1',
      [ref],
    );
    expect(rows).toEqual([{ kind: 'paid', amount_cents: 23_050 }]);
    expect(await sendSandboxWebhooks(app.deps, ownUrl)).toBe(0);
  });

  test('come again until they are taken: after 500, 302, 400', async () => {
    await pay();
    const { url, bodies, server } = await shop([500, 302, 400]);
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await sendSandboxWebhooks(app.deps, url)).toBe(attempt === 4 ? 1 : 0);
      expect(await row()).toEqual([{ attempts: attempt, sent: attempt === 4, failed: false }]);
      app.advanceMs(30_000);
    }
    expect([bodies.length, new Set(bodies).size]).toEqual([4, 1]);
    server.close();
  });

  test('wait before they come again, and are given up in the end', async () => {
    await pay();
    const { url, bodies, server } = await shop(Array.from({ length: 20 }, () => 500));
    await sendSandboxWebhooks(app.deps, url);
    await sendSandboxWebhooks(app.deps, url);
    expect(bodies).toHaveLength(1);
    for (let hour = 0; hour < 10; hour++) {
      app.advanceMs(60 * MINUTE_MS);
      await sendSandboxWebhooks(app.deps, url);
    }
    expect(await row()).toEqual([{ attempts: 7, sent: false, failed: true }]);
    expect(bodies).toHaveLength(7);
    server.close();
  });

  test('several servers send each one once; one that died leaves its own to the others', async () => {
    await Promise.all(Array.from({ length: 20 }, () => pay()));
    const { url, bodies, server } = await shop([]);
    const siblings = await Promise.all([createSibling(app), createSibling(app)]);
    const all = [app, ...siblings].map(({ deps }) => Object.assign(deps, { now: app.deps.now }));
    // taken by a server that is no more
    await app.pool.query(
      `UPDATE sandbox_webhooks SET attempts = 1, run_at = run_at + interval '30 seconds'
        WHERE id = (SELECT min(id) FROM sandbox_webhooks)`,
    );
    const sendEverywhere = () => Promise.all(all.map((deps) => sendSandboxWebhooks(deps, url)));
    await sendEverywhere();
    expect([bodies.length, new Set(bodies).size]).toEqual([19, 19]);
    app.advanceMs(30_000);
    await sendEverywhere();
    expect([bodies.length, new Set(bodies).size]).toEqual([20, 20]);
    await Promise.all(siblings.map((sibling) => sibling.close()));
    server.close();
  });
});

describe('N3 S12 from the order to the goods', () => {
  const player = async () => {
    const { accountId } = await createPlayer(app.deps);
    const { rows } = await app.pool.query<{ login: string }>('SELECT login FROM accounts WHERE id = $1', [
      accountId,
    ]);
    return { accountId, login: rows[0]!.login };
  };
  const submit = (url: string, action: string) =>
    fetch(ownUrl + new URL(url).pathname, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ action }),
    });
  const settle = async () => {
    await sendSandboxWebhooks(app.deps, ownUrl);
    await processPaymentEvents(app.deps);
  };

  test('over real HTTP, with nobody but the background work: paid, heard, granted, and never twice', async () => {
    const { accountId, login } = await player();
    const { order, url } = await orderCoins(app, login);
    const stop = startBackgroundWork(app.deps, ownUrl);
    const page = await fetch(ownUrl + new URL(url).pathname);
    expect(await page.text()).toContain(order);
    const paid = await submit(url, 'pay');
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`/donate/success?order=${order}`),
    ]);
    await vi.waitFor(async () => expect(await orderState(app, order)).toBe('granted'), { timeout: 20_000 });
    expect(await coinsOf(app, accountId)).toBe(105);
    await stop();
    await submit(url, 'pay');
    await settle();
    expect(await coinsOf(app, accountId)).toBe(105);
  });

  test.each([
    ['decline', 'failed'],
    ['leave', 'pending'],
    ['late', 'pending'],
  ])('%s leaves it %s', async (action, state) => {
    const { accountId, login } = await player();
    const { order, url } = await orderCoins(app, login);
    await submit(url, action);
    await settle();
    expect([await orderState(app, order), await coinsOf(app, accountId)]).toEqual([state, 0]);
    if (action !== 'late') return;
    app.advanceMs(15_000);
    await settle();
    expect([await orderState(app, order), await coinsOf(app, accountId)]).toEqual(['granted', 105]);
  });

  test('refunded, it takes the coins back; charged back too, and a dispute that was won returns them', async () => {
    const first = await player();
    const refunded = await orderCoins(app, first.login);
    await submit(refunded.url, 'pay');
    await settle();
    await site.provider.refund(refunded.paymentRef, refunded.totalCents, 'all-of-it');
    await settle();
    expect([await orderState(app, refunded.order), await coinsOf(app, first.accountId)]).toEqual([
      'refunded',
      0,
    ]);

    const second = await player();
    const disputed = await orderCoins(app, second.login);
    await submit(disputed.url, 'pay');
    await settle();
    await submit(disputed.url, 'chargeBack');
    await settle();
    expect([await orderState(app, disputed.order), await coinsOf(app, second.accountId)]).toEqual([
      'charged_back',
      0,
    ]);
    await submit(disputed.url, 'win');
    await settle();
    expect([await orderState(app, disputed.order), await coinsOf(app, second.accountId)]).toEqual([
      'granted',
      105,
    ]);
  });
});
