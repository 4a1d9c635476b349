import type { LightMyRequestResponse } from 'fastify';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import type { Happening, OrderReply } from '#/contract/operator/orders.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { createPlayer, type Player } from '../app/factories.ts';
import type { TestApp } from '../app/testApp.ts';
import { createOperator, type TestOperator } from './operators.ts';
import {
  applyPaymentEvent,
  type FakeProvider,
  movesOf,
  pendingOrder,
  refOf,
  useFakeProvider,
} from '../players/shopping.ts';

interface Given {
  preview?: boolean;
  key?: string;
  by?: TestOperator;
}

export interface Placed {
  id: string;
  player: Player;
}

/** The lines of one kind in the timeline of an order. */
export const linesOf = <K extends Happening['kind']>({ timeline }: OrderReply, kind: K) =>
  timeline.filter((line): line is Extract<Happening, { kind: K }> => line.kind === kind);

/** An operator, by default an owner, who works on orders that are paid by a fake provider. */
export class OrderDesk {
  readonly provider: FakeProvider;
  private readonly site: TestApp;
  private operator: TestOperator | undefined;

  constructor(site: TestApp) {
    this.site = site;
    this.provider = useFakeProvider(site);
  }

  /** Signs in with a fresh code. */
  async signIn(): Promise<void> {
    this.operator = await createOperator(this.site, 'owner');
  }

  /** The page of an order. */
  async show(id: string): Promise<OrderReply> {
    if (!this.operator) await this.signIn();
    return (await this.operator!.browser.call(operatorCalls.order, { params: { id } })).json();
  }

  /** Does an act on the newest version of an order, unless the body names another one. */
  async act(
    endpoint: OperatorEndpoint,
    id: string,
    body: object = {},
    { preview = false, key, by }: Given = {},
  ): Promise<LightMyRequestResponse> {
    const version = 'version' in body ? body.version : (await this.show(id)).version;
    const isNote = endpoint.path === operatorCalls.noteOrder.path;
    const whole = { ...(!isNote && { version }), reason: 'they asked for it', ...body };
    return (by ?? this.operator!).browser.call(endpoint, {
      params: { id },
      ...(endpoint.body && { body: whole }),
      ...(preview && { suffix: '/preview' as const }),
      ...(key !== undefined && { headers: { [IDEMPOTENCY_HEADER]: key } }),
    });
  }

  /** An order that waits for its payment. */
  async pending(purchase: object = {}): Promise<Placed> {
    const player = await createPlayer(this.site.deps);
    return { id: await pendingOrder(this.site, player, purchase), player };
  }

  /** An order that was paid. */
  async paid(purchase: object = {}): Promise<Placed> {
    const placed = await this.pending(purchase);
    await applyPaymentEvent(this.site, placed.id, 'paid');
    return placed;
  }

  /** Pays an order a second time, by a payment that was replaced. */
  async payTwice(id: string): Promise<string> {
    const paymentRef = refOf(id, 2);
    await this.site.pool.query(
      `INSERT INTO replaced_payments (provider, payment_ref, order_id, replaced_at)
        SELECT 'sandbox', $2, id, now() FROM orders WHERE public_id = $1`,
      [id, paymentRef],
    );
    await applyPaymentEvent(this.site, id, 'paid', { paymentRef });
    return paymentRef;
  }

  /** The refunds that the provider was asked to make. */
  refundsOf(id: string): FakeProvider['refunds'] {
    return this.provider.refunds.filter(({ paymentRef }) => paymentRef.startsWith(refOf(id)));
  }

  /** Lets the provider report the refunds. */
  async reportRefunds(id: string): Promise<void> {
    for (const { paymentRef, amountCents, key } of this.refundsOf(id))
      await applyPaymentEvent(this.site, id, 'refunded', { paymentRef, amountCents, causeRef: key });
  }
}

/** The data of an order and its player in the books, without ids and times. */
export async function booksOf(site: TestApp, { id, player: { accountId } }: Placed) {
  const rows = async (text: string, value: unknown) =>
    (await site.pool.query<{ line: string }>(text, [value])).rows.map(({ line }) => line);
  return {
    order: await rows(
      `SELECT concat_ws(' ', state, refunded_cents, total_cents,
          regexp_replace((taken - 'lots')::text, '"no": [0-9]+, ', '', 'g'),
          (SELECT string_agg(lot ->> 'count', ',') FROM jsonb_array_elements(taken -> 'lots') lot))
        AS line FROM orders WHERE public_id = $1`,
      id,
    ),
    moves: await movesOf(site, id),
    ledger: await rows(
      `SELECT concat_ws(' ', t.reason, t.amount, f.kind, o.kind) AS line FROM ledger_transfers t
        JOIN ledger_accounts f ON f.id = t.from_id JOIN ledger_accounts o ON o.id = t.to_id
        WHERE $1 IN (f.owner_id, o.owner_id) ORDER BY t.id`,
      accountId,
    ),
    lots: await rows(
      "SELECT concat_ws(' ', case_id, bought, opened) AS line FROM case_lots WHERE account_id = $1 ORDER BY id",
      accountId,
    ),
    deliveries: await rows(
      `SELECT concat_ws(' ', kind, code, count, state) AS line FROM deliveries
        WHERE account_id = $1 AND kind <> 'set' ORDER BY id`,
      accountId,
    ),
    mails: await rows('SELECT kind AS line FROM mail_queue WHERE account_id = $1 ORDER BY id', accountId),
  };
}
