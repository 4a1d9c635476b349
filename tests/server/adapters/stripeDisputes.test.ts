import { afterEach, beforeEach, expect, test } from 'vitest';
import { stripe } from '#/server/adapters/payments/stripe.ts';
import { STRIPE_API_VERSIONS } from '#/server/platform/config/paymentSettings.ts';
import type { PaymentProvider } from '#/server/ports/payments.ts';
import { type FakeStripe, fakeStripe, STRIPE_KEY } from '../../support/services/fakeStripe.ts';

const SECRET = 'whsec_in_force';
const now = () => new Date(Date.UTC(2026, 0, 15, 12));

let service: FakeStripe;
let provider: PaymentProvider;

beforeEach(async () => {
  service = await fakeStripe(now);
  const [, apiVersion] = STRIPE_API_VERSIONS;
  provider = stripe(
    { apiVersion, secretKey: STRIPE_KEY, webhookSecrets: [SECRET], apiUrl: service.url },
    now,
  );
});
afterEach(() => service.close());

const start = async () => {
  const { paymentRef } = await provider.start({
    orderId: 'kQ3vM2xTa0bY9sDfGhJ1Lw',
    attempt: 1,
    totalCents: 23_000,
    currency: 'EUR',
    methodName: 'card',
    title: '2 300 One Coins',
    locale: 'en',
    successUrl: 'https://one.example/success',
    failUrl: 'https://one.example/fail',
    expiresAt: new Date(Date.UTC(2026, 0, 15, 13)).toISOString(),
  });
  return paymentRef;
};
const read = (type: string, object: object) => {
  const { raw, headers } = service.webhook(type, object, SECRET, now());
  return provider.readWebhook(Buffer.from(raw), headers);
};

test.each(['appeal_needs_response', 'appeal_under_review', 'under_review'])(
  'N4 a dispute that is %s has the money: nothing is given again before it is won',
  async (status) => {
    const ref = await start();
    service.pay(ref);
    const dispute = {
      id: 'dp_1',
      amount: 23_000,
      currency: 'eur',
      status,
      payment_intent: `pi_${ref}`,
    };
    service.disputes.push(dispute);
    const taken = { kind: 'chargedBack', causeRef: 'dp_1', eventId: 'dp_1:chargedBack' };
    expect(await read('charge.dispute.updated', dispute)).toMatchObject([taken]);
    expect(await provider.reconcile(ref)).toMatchObject([{ kind: 'paid' }, taken]);
    dispute.status = 'won';
    expect(await read('charge.dispute.funds_reinstated', dispute)).toMatchObject([
      taken,
      { kind: 'disputeWon', causeRef: 'dp_1' },
    ]);
  },
);

test('N4 a state of a dispute that nobody knows is no event, but an error', async () => {
  const ref = await start();
  service.pay(ref);
  const dispute = { id: 'dp_1', amount: 23_000, currency: 'eur', status: 'settled_somehow' };
  const own = { ...dispute, payment_intent: `pi_${ref}` };
  await expect(read('charge.dispute.updated', own)).rejects.toThrow('the unknown state settled_somehow');
  service.disputes.push(own);
  await expect(provider.reconcile(ref)).rejects.toThrow('the unknown state settled_somehow');
  // a program beside this site has disputes of its own
  expect(await read('charge.dispute.updated', { ...dispute, payment_intent: 'pi_foreign' })).toEqual([]);
});

test('N4 a dispute takes the money back, an inquiry does not, and a dispute that is won gives it back', async () => {
  const ref = await start();
  service.pay(ref);
  const dispute = {
    id: 'dp_1',
    amount: 23_000,
    currency: 'eur',
    status: 'needs_response',
    payment_intent: `pi_${ref}`,
  };
  const taken = {
    kind: 'chargedBack',
    paymentRef: ref,
    causeRef: 'dp_1',
    amountCents: 23_000,
    currency: 'EUR',
  };
  expect(await read('charge.dispute.created', dispute)).toMatchObject([taken]);
  expect(await read('charge.dispute.created', { ...dispute, status: 'warning_needs_response' })).toEqual([]);
  expect(await read('charge.dispute.funds_withdrawn', dispute)).toMatchObject([taken]);
  expect(await read('charge.dispute.closed', { ...dispute, status: 'lost' })).toMatchObject([taken]);
  const won = await read('charge.dispute.closed', { ...dispute, status: 'won' });
  expect(won).toMatchObject([taken, { ...taken, kind: 'disputeWon' }]);
});
