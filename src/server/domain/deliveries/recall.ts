import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import type { GameGoods } from '#/server/platform/db/tables/quote.ts';
import { deliver, deliverAll, type DeliveryDeps } from './deliver.ts';
import { type DeliveryRow, moveDelivery } from './moveDelivery.ts';

/** The references of a cause that may have been granted several times, for example an order after a won dispute. */
interface Causes {
  reason: string;
  refType: string;
  /** The oldest first. The last one is the current round's. */
  refIds: readonly string[];
}

const ofCauses = ({ reason, refType, refIds }: Causes) =>
  and(eq(deliveries.reason, reason), eq(deliveries.refType, refType), inArray(deliveries.refId, [...refIds]));

/** SQL condition: gives that are not revoked yet. */
const notRecalled = and(
  isNull(deliveries.recalledAt),
  sql`NOT EXISTS (SELECT FROM ${deliveries} back WHERE back.revokes_id = ${deliveries.id} AND back.state <> 'cancelled')`,
);

/** What a refund takes from the game. */
export interface Recalled {
  /** The recalled goods, to give them again if the payment comes back. */
  goods: GameGoods[];
  /** Pieces by code that earlier revokes did not find in the game (D11). */
  missing: Map<string, number>;
}

/**
 * Recalls the deliveries of a cause, because its payment was refunded (D10). Deliveries that the game does not have
 * are cancelled, and given ones are revoked. Deliveries that the game may be giving right now are called off: the
 * game's answer decides.
 */
export async function recall(tx: NodePgDatabase, deps: DeliveryDeps, causes: Causes): Promise<Recalled> {
  const isGive = and(ofCauses(causes), eq(deliveries.kind, 'give'));
  await noteMoneyBack(tx, deps, isGive);
  const rows = await tx
    .select()
    .from(deliveries)
    .where(and(isGive, notRecalled))
    .orderBy(deliveries.id)
    .for('update');
  const recalled = rows.filter(({ state }) => state !== 'cancelled');
  for (const row of recalled) await recallOne(tx, deps, row, causes.refIds.at(-1)!);
  const goods = recalled.map(({ code, count, params, needsOnline, titles }) => ({
    code,
    count,
    params,
    needsOnline,
    titles,
  }));
  return { goods, missing: await missingOf(tx, causes) };
}

/** Counts the pieces by code that the finished revokes of a cause did not find. */
async function missingOf(tx: NodePgDatabase, causes: Causes): Promise<Map<string, number>> {
  const rows = await tx
    .select()
    .from(deliveries)
    .where(and(ofCauses(causes), eq(deliveries.kind, 'revoke'), eq(deliveries.state, 'done')));
  const missing = new Map<string, number>();
  for (const { code, count, taken } of rows)
    if (taken !== null && taken < count) missing.set(code, (missing.get(code) ?? 0) + count - taken);
  return missing;
}

/**
 * Notes the refund on the gives that the game does not have for certain, those an operator cancelled included. Finished
 * ones get a revoke that notes it.
 */
async function noteMoneyBack(
  tx: NodePgDatabase,
  { now }: DeliveryDeps,
  isGive: SQL | undefined,
): Promise<void> {
  const gives = await tx.select().from(deliveries).where(isGive).orderBy(deliveries.id).for('update');
  const noted = gives.filter(({ state, moneyBackAt }) => state !== 'done' && moneyBackAt === null);
  if (noted.length === 0) return;
  const ids = noted.map(({ id }) => id);
  await tx.update(deliveries).set({ moneyBackAt: now() }).where(inArray(deliveries.id, ids));
}

/** Whether a lost ledger held a delivery, so that the game must first prove whether it gave it (D6). */
export const mayBeGiven = ({ state, isDoubtful }: DeliveryRow): boolean =>
  isDoubtful && (state === 'waiting' || state === 'leased');

/**
 * Calls off deliveries that may have been given: each is handed out once more, and the game's proof decides. If it was
 * given, it is revoked; if not, it is never given.
 */
export async function leaveToProof(
  tx: NodePgDatabase,
  rows: readonly DeliveryRow[],
  recalledAt: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx.update(deliveries).set({ recalledAt }).where(inArray(deliveries.id, ids));
}

async function recallOne(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  row: DeliveryRow,
  refId: string,
): Promise<void> {
  const recalledAt = deps.now();
  if (mayBeGiven(row)) return leaveToProof(tx, [row], recalledAt);
  switch (row.state) {
    case 'waiting':
    case 'failed':
      await moveDelivery(tx, deps, row, 'cancelled', { actor: 'site', reason: 'moneyBack' });
      break;
    case 'leased':
      // due at once: the next answer to the game asks it to cancel the row
      await moveDelivery(tx, deps, row, 'cancelling', {
        actor: 'site',
        reason: 'moneyBack',
        set: { recalledAt, leaseUntil: recalledAt },
      });
      break;
    case 'done':
      await revoke(tx, deps, [{ ...row, refId, moneyBackAt: recalledAt }]);
      break;
    default:
      // the result is unknown: an operator decides, and sees that the payment was refunded
      await tx.update(deliveries).set({ recalledAt }).where(eq(deliveries.id, row.id));
  }
}

/**
 * Writes the revokes of finished deliveries (D10), in one statement.
 * @param given their `refId` is the reference of the round that revokes them
 */
export async function revoke(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  given: readonly Omit<DeliveryRow, 'factVersion' | 'revokesId'>[],
): Promise<void> {
  await deliverAll(
    tx,
    deps,
    given.map(({ id, accountId, serverKey, code, count, params, needsOnline, titles, ...row }) => {
      const { reason, refType, refId, moneyBackAt } = row;
      const goods = { code, count, params, needsOnline, titles };
      const cause = { reason, refType, refId };
      return { accountId, serverKey, kind: 'revoke', ...goods, ...cause, revokesId: id, moneyBackAt };
    }),
  );
}

/**
 * Gives recalled goods again, under the last reference of the cause (D12). A revoke that the game has not begun is
 * cancelled instead. For a finished revoke, only the pieces that the game really took are given again.
 */
export async function giveAgain(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  owner: { accountId: number; serverKey: string },
  causes: Causes,
  goods: readonly GameGoods[],
): Promise<void> {
  const { reason, refType, refIds } = causes;
  const revokes = await tx
    .select()
    .from(deliveries)
    .where(
      and(
        ofCauses({ ...causes, refIds: refIds.slice(0, -1) }),
        eq(deliveries.kind, 'revoke'),
        sql`${deliveries.refId} = ${refIds.at(-2)}`,
      ),
    )
    .for('update');
  for (const { code, count, ...rest } of goods) {
    const back = revokes.find((row) => row.code === code);
    const isUnbegun = (back?.state === 'waiting' && !back.isDoubtful) || back?.state === 'failed';
    if (back && isUnbegun)
      await moveDelivery(tx, deps, back, 'cancelled', { actor: 'site', reason: 'moneyBackFailed' });
    const again = isUnbegun ? 0 : back?.state === 'done' ? (back.taken ?? count) : count;
    if (again === 0) continue;
    const cause = { reason, refType, refId: refIds.at(-1)! };
    await deliver(tx, deps, { ...owner, kind: 'give', code, count: again, ...rest, ...cause });
  }
}
