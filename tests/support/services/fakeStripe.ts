import { createHmac } from 'node:crypto';
import { type Asked, fakeService, type FakeService } from './fakeService.ts';

export const STRIPE_KEY = 'sk_test_of_the_tests';

type Row = Record<string, unknown> & { id: string };

export interface FakeStripe extends FakeService {
  sessions: Map<string, Row>;
  refunds: Row[];
  disputes: Row[];
  /** Countries of the cards that paid, by PaymentIntent. */
  cards: Map<string, string>;
  payouts: Row[];
  /** The balance transactions of each payout. */
  transactions: Map<string, Row[]>;
  /** Pays a session as the buyer does on Stripe's page. */
  pay: (sessionId: string, changes?: object) => Row;
  /** Body and headers of a webhook, signed as Stripe does. */
  webhook: (
    type: string,
    object: object,
    secret: string,
    at: Date,
  ) => { raw: string; headers: Record<string, string> };
}

const invalid = (message: string, type = 'invalid_request_error') => ({
  status: 400,
  body: { error: { type, message } },
});

/** The part of Stripe's API that the adapter uses, with its idempotency keys and checks. */
export async function fakeStripe(now: () => Date): Promise<FakeStripe> {
  const sessions = new Map<string, Row>();
  const refunds: Row[] = [];
  const disputes: Row[] = [];
  const cards = new Map<string, string>();
  const payouts: Row[] = [];
  const transactions = new Map<string, Row[]>();
  const kept = new Map<string, { body: string; answer: object }>();

  /** Since version 2026-09-30 the methods of a session are a filter with another name. */
  const refusedMethods = (form: URLSearchParams, version: string) => {
    const isNew = version >= '2026-09-30';
    if (isNew && form.has('payment_method_types[0]'))
      return invalid('payment_method_types is no longer supported', 'invalid_request_error');
    if (!isNew && form.has('allowed_payment_method_types[0]'))
      return invalid('Received unknown parameter: allowed_payment_method_types');
    return undefined;
  };
  const makeSession = (form: URLSearchParams, version: string) => {
    const refused = refusedMethods(form, version);
    if (refused) return refused;
    const lifetime = Number(form.get('expires_at')) - now().getTime() / 1000;
    if (lifetime < 30 * 60 || lifetime > 24 * 3600) return invalid('expires_at: 30 minutes to 24 hours');
    const id = `cs_test_${sessions.size + 1}`;
    const made: Row = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]'),
      client_reference_id: form.get('client_reference_id'),
      metadata: { order: form.get('metadata[order]') },
    };
    sessions.set(id, made);
    return { body: made };
  };
  const makeRefund = (form: URLSearchParams) => {
    const made: Row = {
      id: `re_${refunds.length + 1}`,
      object: 'refund',
      status: 'succeeded',
      amount: Number(form.get('amount')),
      currency: 'eur',
      payment_intent: form.get('payment_intent'),
    };
    refunds.push(made);
    return { body: made };
  };
  const once = (
    asked: Asked,
    make: (form: URLSearchParams, version: string) => { status?: number; body: object },
  ) => {
    const key = `${asked.path} ${asked.headers['idempotency-key'] as string}`;
    const before = kept.get(key);
    if (before && before.body !== asked.body)
      return invalid('Keys can only be used with the same parameters', 'idempotency_error');
    if (before) return { body: before.answer };
    const made = make(new URLSearchParams(asked.body), String(asked.headers['stripe-version']));
    if (!made.status) kept.set(key, { body: asked.body, answer: made.body });
    return made;
  };
  const listed = (rows: Row[], asked: Asked) => ({
    body: {
      object: 'list',
      data: rows.filter(({ payment_intent: intent }) => intent === asked.query.get('payment_intent')),
    },
  });

  /** A page of a list, at most of `limit` rows, after the row `starting_after`. */
  const paged = (rows: Row[], asked: Asked) => {
    const after = asked.query.get('starting_after');
    const start = after === null ? 0 : rows.findIndex(({ id }) => id === after) + 1;
    const end = start + Number(asked.query.get('limit') ?? 10);
    return { body: { object: 'list', data: rows.slice(start, end), has_more: end < rows.length } };
  };

  const service = await fakeService((asked) => {
    if (asked.headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return { status: 401, body: { error: { message: 'Invalid API Key provided' } } };
    const route = `${asked.method} ${asked.path}`;
    if (route === 'POST /v1/checkout/sessions') return once(asked, makeSession);
    if (route === 'POST /v1/refunds') return once(asked, makeRefund);
    if (route === 'GET /v1/checkout/sessions') return listed([...sessions.values()], asked);
    if (route === 'GET /v1/refunds') return listed(refunds, asked);
    if (route === 'GET /v1/disputes') return listed(disputes, asked);
    if (route === 'GET /v1/payouts') {
      const since = Number(asked.query.get('created[gte]'));
      return paged(
        payouts.filter(({ created }) => Number(created) >= since),
        asked,
      );
    }
    if (route === 'GET /v1/balance_transactions' && asked.query.get('expand[0]') === 'data.source')
      return paged(transactions.get(asked.query.get('payout') ?? '') ?? [], asked);
    const expiring = sessions.get(/^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(route)?.[1] ?? '');
    if (expiring && expiring['status'] !== 'open')
      return invalid('Only Checkout Sessions with a status in ["open"] can be expired');
    if (expiring) return { body: Object.assign(expiring, { status: 'expired' }) };
    const intent = /^GET \/v1\/payment_intents\/(\w+)$/.exec(route)?.[1] ?? '';
    if (cards.has(intent)) {
      const charge = { payment_method_details: { card: { country: cards.get(intent) } } };
      const isExpanded = asked.query.getAll('expand[0]').includes('latest_charge');
      return { body: { id: intent, latest_charge: isExpanded ? charge : 'ch_1' } };
    }
    const session = sessions.get(/^GET \/v1\/checkout\/sessions\/(\w+)$/.exec(route)?.[1] ?? '');
    return session ? { body: session } : { status: 404, body: { error: { message: 'No such thing' } } };
  });
  return {
    ...service,
    sessions,
    refunds,
    disputes,
    cards,
    payouts,
    transactions,
    pay: (sessionId, changes = {}) => {
      const session = sessions.get(sessionId);
      if (!session) throw new Error(`no session ${sessionId}`);
      const paid = { status: 'complete', payment_status: 'paid', payment_intent: `pi_${sessionId}` };
      return Object.assign(session, paid, changes);
    },
    webhook: (type, object, secret, at) => {
      const raw = JSON.stringify(
        { id: `evt_${type}_${at.getTime()}`, object: 'event', type, data: { object } },
        null,
        2,
      );
      const time = Math.floor(at.getTime() / 1000);
      const v1 = createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex');
      const v0 = createHmac('sha256', 'another scheme').update(raw).digest('hex');
      return { raw, headers: { 'stripe-signature': `t=${time},v1=${v1},v0=${v0}` } };
    },
  };
}
