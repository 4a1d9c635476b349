import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import type { PaymentEvent } from '#/server/ports/payments.ts';
import { sandboxSecret } from '#/server/adapters/payments/sandbox.ts';
import { signWithTime } from '#/server/adapters/payments/signature.ts';
import { processPaymentEvents } from '#/server/domain/payments/paymentInbox.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { orderCoins, type OrderedCoins } from '../../../support/players/orderCoins.ts';
import { createPaymentsApp, type PaymentsApp, stripeBody } from '../../../support/services/paymentsApp.ts';
import { balanceOf, giveCoins, loginOf, movesOf, orderOf } from '../../../support/players/shopping.ts';
import type { TestApp } from '../../../support/app/testApp.ts';

let site: PaymentsApp;
let app: TestApp;

beforeAll(async () => {
  site = await createPaymentsApp();
  app = site.app;
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => site.close());

interface Buyer extends OrderedCoins {
  accountId: number;
}

/** A player with an unpaid order of coins: 10.00 euro for 105 OC by default. */
async function buyer(amount = 100): Promise<Buyer> {
  const player = await createPlayer(app.deps);
  return { ...(await orderCoins(app, await loginOf(app, player), amount)), accountId: player.accountId };
}

let told = 0;

/** Posts a signed webhook of the sandbox: each time another event of the payment of an order. */
async function tell(
  { paymentRef, totalCents }: Pick<Buyer, 'paymentRef' | 'totalCents'>,
  kind: PaymentEvent['kind'],
  changes: Partial<PaymentEvent> = {},
): Promise<void> {
  const causeRef = kind === 'paid' ? paymentRef : `${kind}-${paymentRef}`;
  const event = { kind, paymentRef, causeRef, amountCents: totalCents, currency: 'EUR', ...changes };
  const raw = JSON.stringify({ eventId: `event-${++told}`, ...event });
  const signature = signWithTime(raw, sandboxSecret(app.deps), site.unixNow());
  const reply = await site.post('sandbox', raw, { 'sandbox-signature': signature });
  expect(reply.statusCode).toBe(200);
}

const hearAll = () => Promise.all(Array.from({ length: 4 }, () => processPaymentEvents(app.deps)));

/** State of an order, its refunded cents, and the player's wallet and debt. */
async function stand({ order, accountId }: Buyer): Promise<unknown[]> {
  const { state, refunded_cents } = await orderOf(app, order);
  return [state, refunded_cents, await balanceOf(app, accountId), await balanceOf(app, accountId, 'debt')];
}

const UNTOUCHED = ['pending', 0, 0, 0];
const GRANTED = ['granted', 0, 105, 0];

describe('SE13 a payment that is not of the order', () => {
  test('pays for its own only: a cheap one never for a dear one', async () => {
    const [cheap, dear] = [await buyer(), await buyer(10_000)];
    await tell(cheap, 'paid');
    await tell(dear, 'paid', { amountCents: cheap.totalCents });
    await hearAll();
    expect(await stand(cheap)).toEqual(GRANTED);
    expect(await stand(dear)).toEqual(['review', 0, 0, 0]);
  });

  test('at another provider is another payment, although both have one name', async () => {
    const one = await buyer();
    const raw = stripeBody(one.paymentRef, { metadata: { order: one.order } });
    expect((await site.post('stripe', raw, site.stripeHeaders(raw))).statusCode).toBe(200);
    await hearAll();
    expect(await stand(one)).toEqual(UNTOUCHED);
  });

  test('is named by the order’s own id, its cart’s or a stranger’s: nobody is paid', async () => {
    const [one, other] = [await buyer(), await buyer()];
    for (const session of [one.order, other.order, 'cs_of_nobody']) {
      const raw = stripeBody(session, { metadata: { order: other.order }, client_reference_id: one.order });
      expect((await site.post('stripe', raw, site.stripeHeaders(raw))).statusCode).toBe(200);
    }
    await hearAll();
    expect([await stand(one), await stand(other)]).toEqual([UNTOUCHED, UNTOUCHED]);
  });

  test.each(['success', 'fail'])(
    'in the return address of the page of %s says nothing: nobody is asked and nothing moves',
    async (place) => {
      const [own, foreign] = [await buyer(), await buyer()];
      await tell(own, 'paid');
      await hearAll();
      const providers = [...app.deps.payments.providers.values()];
      const asked = providers.map((provider) => vi.spyOn(provider, 'reconcile'));
      const page = async (query: string) => {
        const reply = await app.get(`/donate/${place}?${query}`);
        expect(reply.statusCode).toBe(200);
        return reply.body.replaceAll(/nonce="[^"]*"|content="[\w.-]{40,}"/g, '');
      };
      const nothing = await page('order=AAAAAAAAAAAAAAAAAAAAAA');
      for (const query of [
        `order=${foreign.order}`,
        `order=${foreign.order}&session_id=${own.paymentRef}&payment_status=paid`,
        `order=${foreign.order}&paymentRef=${foreign.paymentRef}&state=granted&order=${own.order}`,
      ])
        expect(await page(query)).toBe(nothing);
      expect(asked.every((ask) => ask.mock.calls.length === 0)).toBe(true);
      await hearAll();
      expect(await stand(foreign)).toEqual(UNTOUCHED);
      expect(await movesOf(app, foreign.order)).toEqual(['created', 'pending']);
    },
  );
});

describe('SE13 a refund', () => {
  /** A granted order of a player who has other coins too. */
  const granted = async () => {
    const one = await buyer();
    await tell(one, 'paid');
    await hearAll();
    await giveCoins(app, one.accountId, 1000);
    return one;
  };

  test('of somebody else’s payment leaves one’s own order as it is', async () => {
    const [one, other] = [await granted(), await granted()];
    await tell(other, 'refunded', { causeRef: `refunded-${one.paymentRef}` });
    await hearAll();
    expect(await stand(one)).toEqual(['granted', 0, 1105, 0]);
    expect(await stand(other)).toEqual(['refunded', 1000, 1000, 0]);
    // the same refund cannot be of two payments: the second one changes nothing
    await tell(one, 'refunded');
    await hearAll();
    expect(await stand(one)).toEqual(['granted', 0, 1105, 0]);
  });

  test.each<[string, Partial<PaymentEvent>[], unknown[]]>([
    ['larger than the payment', [{ amountCents: 999_999 }], ['refunded', 1000, 1000, 0]],
    ['in another currency', [{ currency: 'USD' }], ['granted', 0, 1105, 0]],
    ['of nothing', [{ amountCents: 0 }], ['granted', 0, 1105, 0]],
    [
      'in parts that are more than the payment together',
      [
        { causeRef: 'a', amountCents: 600 },
        { causeRef: 'b', amountCents: 600 },
        { causeRef: 'c', amountCents: 999 },
      ],
      ['refunded', 1000, 1000, 0],
    ],
    [
      'in parts of two currencies counts what is in the order’s own',
      [
        { causeRef: 'd', amountCents: 999 },
        { causeRef: 'e', amountCents: 5000, currency: 'USD' },
      ],
      ['granted', 999, 1105, 0],
    ],
    [
      'told again with a larger sum is the first one still',
      [
        { causeRef: 'f', amountCents: 1 },
        { causeRef: 'f', amountCents: 1000 },
      ],
      ['granted', 1, 1105, 0],
    ],
  ])('%s', async (_, refunds, after) => {
    const one = await granted();
    for (const changes of refunds) {
      const causeRef = changes.causeRef && `${changes.causeRef}-${one.paymentRef}`;
      await tell(one, 'refunded', { ...changes, ...(causeRef && { causeRef }) });
      await hearAll();
    }
    expect(await stand(one)).toEqual(after);
  });

  test('that came before its payment takes back what the payment gave, and not a coin more', async () => {
    const one = await buyer();
    await giveCoins(app, one.accountId, 7);
    await tell(one, 'refunded');
    await tell(one, 'refunded', { causeRef: `more-${one.paymentRef}`, amountCents: 5000 });
    await hearAll();
    expect(await stand(one)).toEqual(['pending', 0, 7, 0]);
    await tell(one, 'paid');
    await hearAll();
    expect(await stand(one)).toEqual(['refunded', 1000, 7, 0]);
    expect(await movesOf(app, one.order)).toEqual(['created', 'pending', 'paid', 'granted', 'refunded']);
  });

  test('without any payment moves nothing, however often it is told', async () => {
    const one = await buyer();
    await giveCoins(app, one.accountId, 7);
    for (const kind of ['refunded', 'chargedBack', 'refundFailed', 'disputeWon'] as const)
      await tell(one, kind);
    await hearAll();
    expect(await stand(one)).toEqual(['pending', 0, 7, 0]);
  });

  test('twenty times at once under other event ids is one', async () => {
    const one = await granted();
    await Promise.all(Array.from({ length: 20 }, () => tell(one, 'refunded')));
    await hearAll();
    expect(await stand(one)).toEqual(['refunded', 1000, 1000, 0]);
    expect(await site.stored(one.paymentRef)).toHaveLength(2);
  });

  test('and a charge-back of the same money, at once, take the coins once', async () => {
    const one = await granted();
    await Promise.all([tell(one, 'refunded'), tell(one, 'chargedBack'), hearAll(), tell(one, 'refunded')]);
    await hearAll();
    expect(await stand(one)).toEqual(['charged_back', 1000, 1000, 0]);
  });
});
