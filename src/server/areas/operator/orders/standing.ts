import { and, eq, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { deliveriesFor } from '#/server/domain/deliveries/deliveriesFor.ts';
import { lockOrder, type OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { ledgerAccounts } from '#/server/platform/db/tables/ledger.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { givenBy } from './orderGiven.ts';

const DAY_MS = 24 * 60 * 60_000;

/** State of an order and its player inside a transaction. */
export interface Standing {
  order: OrderRow;
  /** OC in the wallet of the player, and OC that they owe. */
  coins: number;
  owed: number;
  /** Opened and unopened pieces of the order's cases. */
  opened: number;
  pieces: number;
  premiumDays: number;
  things: Awaited<ReturnType<typeof deliveriesFor>>;
}

/** Reads the state of an order and its player. */
export async function standingOf(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  orderId: number,
): Promise<Standing> {
  const order = (await lockOrder(tx, eq(orders.id, orderId)))!;
  const balances = await tx
    .select({ kind: ledgerAccounts.kind, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(
      and(eq(ledgerAccounts.ownerId, order.accountId), inArray(ledgerAccounts.kind, ['wallet', 'debt'])),
    );
  const balanceOf = (kind: 'wallet' | 'debt') => balances.find((row) => row.kind === kind)?.balance ?? 0;
  const things = await deliveriesFor(tx, [orderId]);
  const { cases, premiumLeftMs } = await givenBy({ db: tx, now }, order, things);
  const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
  return {
    order,
    coins: balanceOf('wallet'),
    owed: Math.max(0, -balanceOf('debt')),
    opened: sumOf(cases.map(({ opened }) => opened)),
    pieces: sumOf(cases.map(({ left }) => left)),
    premiumDays: Math.round((premiumLeftMs / DAY_MS) * 10) / 10,
    things,
  };
}

/** Fields of a standing for an act's preview and audit entry. */
export const fieldsOf = ({ order, coins, owed, pieces, premiumDays, things }: Standing) => ({
  state: order.state,
  refundedCents: order.refundedCents,
  coins,
  owed,
  pieces,
  premiumDays,
  deliveries: things.filter(({ kind, state }) => kind === 'give' && state !== 'cancelled').length,
});
