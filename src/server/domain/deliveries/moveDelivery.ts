import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  deliveries,
  type DeliveryActor,
  type deliveryMoves,
  type DeliveryState,
  type HandedTo,
} from '#/server/platform/db/tables/deliveries.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { canMove } from './deliveryStates.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;

/**
 * Reason and type of deliveries of prizes. Their id is that of the coupon, with a number from the second delivery on.
 */
export const PRIZE_CAUSE = { reason: 'prize', refType: 'coupon' } as const;

/** Actor and reason of a transition, and the other fields that change with it. */
export interface DeliveryMove {
  actor: DeliveryActor;
  reason?: string;
  set?: Partial<{ [Field in Changed]: DeliveryRow[Field] | SQL }>;
}

/** Fields that change with a transition. */
type Changed =
  | 'readyAt'
  | 'leaseUntil'
  | 'handedTo'
  | 'isDoubtful'
  | 'isBegunAnew'
  | 'outcome'
  | 'detail'
  | 'taken'
  | 'recalledAt'
  | 'moneyBackAt';

type StoredMove = Pick<typeof deliveryMoves.$inferSelect, 'actor' | 'detail'>;

/**
 * Returns what the game said for a move of the history. The database repeats its last words with every later move.
 * @param before the move before, if there is one
 */
export const saidFor = ({ actor, detail }: StoredMove, before: StoredMove | undefined): string | null =>
  actor === 'game' || detail !== before?.detail ? detail : null;

/** A transition that `deliveryStates.ts` does not allow. */
export class IllegalDeliveryMove extends Error {
  override readonly name = 'IllegalDeliveryMove';
}

/**
 * Moves a locked delivery to another state (D2). The database writes its history.
 * @returns the delivery after the transition
 * @throws IllegalDeliveryMove
 */
export async function moveDelivery(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  row: Pick<DeliveryRow, 'id' | 'state' | 'version'>,
  to: DeliveryState,
  move: DeliveryMove,
): Promise<DeliveryRow> {
  const [moved] = await moveDeliveries(tx, deps, [row], to, move);
  return moved!;
}

/**
 * Moves locked deliveries to one state, with two statements however many they are.
 * @returns the deliveries after the transition, in the same order
 * @throws IllegalDeliveryMove
 */
export async function moveDeliveries(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  rows: readonly Pick<DeliveryRow, 'id' | 'state' | 'version'>[],
  to: DeliveryState,
  { actor, reason = '', set }: DeliveryMove,
): Promise<DeliveryRow[]> {
  if (rows.length === 0) return [];
  const illegal = rows.find(({ state }) => !canMove(state, to));
  if (illegal)
    throw new IllegalDeliveryMove(`delivery ${illegal.id} cannot go from ${illegal.state} to ${to}`);
  const at = now();
  const moved = await tx
    .update(deliveries)
    .set({
      state: to,
      movedBy: actor,
      moveReason: reason,
      movedAt: at,
      ...(to === 'done' && { doneAt: at, ...(actor === 'game' && { receivedBy: presentCharacter }) }),
      // a waiting delivery belongs to no ledger and no player, and only a waiting one has a ready time
      ...(to === 'waiting'
        ? { ledgerId: null, leaseUntil: null, handedTo: receiverOfClosed }
        : { readyAt: null }),
      ...((to === 'done' || to === 'cancelled') && { handedTo: receiverOfOpen }),
      ...set,
    })
    .where(amongUnchanged(rows))
    .returning();
  const byId = new Map(moved.map((row) => [row.id, row]));
  if (byId.size !== rows.length) throw new Error(`a delivery was moved to ${to} without a lock`);
  await moveCoupons(tx, moved, to);
  return rows.map(({ id }) => byId.get(id)!);
}

const whereAccountClosed = sql`EXISTS (SELECT FROM accounts a WHERE a.id = ${deliveries.accountId} AND a.status = 'closed')`;
/** A waiting delivery has no receiver, except that of a closed account, because nothing else names the player any more. */
const receiverOfClosed = sql<HandedTo | null>`CASE WHEN ${whereAccountClosed} THEN ${deliveries.handedTo} END`;
/** A closed account forgets the receiver when the delivery is over (C10). */
const receiverOfOpen = sql<HandedTo | null>`CASE WHEN NOT ${whereAccountClosed} THEN ${deliveries.handedTo} END`;

/** SQL condition: one of these deliveries, unchanged since it was locked. */
const amongUnchanged = (rows: readonly Pick<DeliveryRow, 'id' | 'version'>[]): SQL => {
  const [row] = rows;
  if (rows.length === 1) return and(eq(deliveries.id, row!.id), eq(deliveries.version, row!.version))!;
  const [ids, versions] = [rows.map(({ id }) => id), rows.map(({ version }) => version)];
  return sql`(${deliveries.id}, ${deliveries.version}) IN
    (SELECT * FROM unnest(${sql.param(ids)}::bigint[], ${sql.param(versions)}::int[]))`;
};

/** Name of the character with which the player of a delivery is on the server now. */
const presentCharacter = sql`(SELECT p.name FROM game_presence p WHERE p.account_id = ${deliveries.accountId}
  AND p.server_key = ${deliveries.serverKey} ORDER BY p.seen_at DESC LIMIT 1)`;

/**
 * Updates the coupons of prizes after a transition of their deliveries (D14): a coupon is spent when the game has given
 * the prize, and returns when the game never will.
 */
async function moveCoupons(
  tx: NodePgDatabase,
  moved: readonly DeliveryRow[],
  to: DeliveryState,
): Promise<void> {
  if (to !== 'done' && to !== 'cancelled') return;
  const ids = moved
    .filter(({ kind, refType }) => refType === PRIZE_CAUSE.refType && kind === 'give')
    .map(({ refId }) => Number(refId.split(':', 1)[0]));
  if (ids.length === 0) return;
  const { rowCount } = await tx
    .update(coupons)
    .set({ state: to === 'done' ? 'delivered' : 'owned' })
    .where(and(inArray(coupons.id, ids), eq(coupons.state, 'claimed')));
  if (rowCount !== ids.length) throw new Error(`a coupon of ${ids.join(', ')} was not on its way`);
}
