import type { LightMyRequestResponse } from 'fastify';
import type { DeliveryDecision, DeliveryReply } from '#/contract/operator/deliveries.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import type { DeliveryState } from '#/server/platform/db/tables/deliveries.ts';
import { createPlayer, type Player } from '../app/factories.ts';
import type { TestApp } from '../app/testApp.ts';
import { GOOD } from '../catalogue/testShop.ts';
import { bringTo, deliveriesOf } from '../players/deliveries.ts';
import { createOperator, type TestOperator } from './operators.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../players/shopping.ts';

interface Given {
  preview?: boolean;
  key?: string;
  by?: TestOperator;
}

/** An operator, and orders with deliveries to the game. */
export class DeliveryDesk {
  readonly site: TestApp;
  operator!: TestOperator;

  constructor(site: TestApp) {
    this.site = site;
    useFakeProvider(site);
  }

  /** Signs in with a fresh code. */
  async signIn(): Promise<void> {
    this.operator = await createOperator(this.site, 'owner');
  }

  /** Places a paid order whose delivery is in a state. */
  async bought(state: DeliveryState = 'waiting'): Promise<{ no: number; order: string; player: Player }> {
    const player = await createPlayer(this.site.deps);
    const order = await pendingOrder(this.site, player, {
      product_type: 'Services',
      goods_id: GOOD.service,
    });
    await applyPaymentEvent(this.site, order, 'paid');
    const no = (await deliveriesOf(this.site, player.accountId))[0]!.id;
    await bringTo(this.site, no, state);
    return { no, order, player };
  }

  async show(no: number, by = this.operator): Promise<DeliveryReply> {
    return (await by.browser.call(operatorCalls.delivery, { params: { id: String(no) } })).json();
  }

  /** Decides the newest version, unless another one is named. */
  async decide(
    no: number,
    decision: DeliveryDecision,
    { preview = false, key, by, version }: Given & { version?: number } = {},
  ): Promise<LightMyRequestResponse> {
    const seen = version ?? (await this.show(no)).version;
    return (by ?? this.operator).browser.call(operatorCalls.decideDelivery, {
      params: { id: String(no) },
      body: { decision, version: seen, reason: 'as the log of the game says' },
      ...sent({ preview, key }),
    });
  }

  /** Decides many at once. */
  async decideMany(
    chosen: readonly { no: number; version: number }[],
    decision: DeliveryDecision,
    { preview = false, key, by }: Given = {},
  ): Promise<LightMyRequestResponse> {
    return (by ?? this.operator).browser.call(operatorCalls.decideDeliveries, {
      body: { decision, deliveries: chosen, reason: 'the game was broken' },
      ...sent({ preview, key }),
    });
  }

  /**
   * Makes many failed deliveries of one player in one statement.
   * @returns their ids and versions, for a bulk act
   */
  async failedOnes(count: number, code = 'broken'): Promise<{ no: number; version: number }[]> {
    const { accountId } = await createPlayer(this.site.deps);
    const { rows } = await this.site.pool.query<{ id: string }>(
      `INSERT INTO deliveries (public_id, account_id, server_key, kind, code, count, titles, reason, ref_type, ref_id,
          needs_online, moved_at, created_at)
        SELECT gen_random_uuid(), $1, 'everest', 'give', $3, 1, '{"ru":"U","uk":"U","en":"U"}', 'test', 'test',
          gen_random_uuid(), true, $4, $4 FROM generate_series(1, $2) RETURNING id`,
      [accountId, count, code, this.site.deps.now()],
    );
    const ids = rows.map(({ id }) => Number(id));
    const lease = `state = 'leased', ledger_id = 'lost', attempt = 1, lease_until = $2, moved_by = 'game', moved_at = $2`;
    const values = [ids, this.site.deps.now()];
    await this.site.pool.query(`UPDATE deliveries SET ${lease} WHERE id = ANY($1)`, values);
    const failed = `state = 'failed', ledger_id = null, lease_until = null`;
    const moved = await this.site.pool.query<{ id: string; version: number }>(
      `UPDATE deliveries SET ${failed} WHERE id = ANY($1) RETURNING id, version`,
      [ids],
    );
    return moved.rows.map(({ id, version }) => ({ no: Number(id), version })).toSorted((a, b) => a.no - b.no);
  }
}

const sent = ({ preview, key }: { preview: boolean; key: string | undefined }) => ({
  ...(preview && { suffix: '/preview' as const }),
  ...(key !== undefined && { headers: { [IDEMPOTENCY_HEADER]: key } }),
});
