import { and, eq, gt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { GameResult, ResultAs } from '#/contract/game.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { playsAnother, readyAtOf } from './presence.ts';
import type { DeliveryDeps } from './deliver.ts';
import { type DeliveryMove, type DeliveryRow, moveDelivery, PRIZE_CAUSE } from './moveDelivery.ts';
import { endCalledOff, giveRefused, isStillPaid, revoke } from './recall.ts';

const MINUTE_MS = 60_000;
/** Frameworks save late. For this long the game may report that a delivery is not saved yet. */
const SAVING_MS = 10 * MINUTE_MS;
/** Delays after "busy". The last one repeats. */
const RETRY_MS = [15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS];
const NO_SPACE_MS = 2 * MINUTE_MS;

/** The reporting server, and the ledger of its adapter. */
export interface Reporter {
  serverKey: string;
  ledgerId: string;
}

/** A result that was recorded, and the delivery after it. */
export interface Recorded {
  as: ResultAs;
  row?: DeliveryRow;
}

/** Finds a delivery of a server without locking it. */
export async function findDelivery(
  db: NodePgDatabase,
  serverKey: string,
  no: number,
): Promise<DeliveryRow | undefined> {
  const byNo = and(eq(deliveries.id, no), eq(deliveries.serverKey, serverKey));
  return (await db.select().from(deliveries).where(byNo))[0];
}

/**
 * Records the game's result of a delivery, once (D5). Only the ledger that holds the delivery is believed.
 * @returns how the result was taken, and the delivery if it was recorded now
 */
export async function recordResult(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  { serverKey, ledgerId }: Reporter,
  result: GameResult,
): Promise<Recorded> {
  const [row] = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, result.no), eq(deliveries.serverKey, serverKey)))
    .for('update');
  if (!row) return { as: 'unknown' };
  if (row.ledgerId !== ledgerId) return { as: 'stale' };
  if (row.state !== 'leased' && row.state !== 'cancelling')
    return { as: row.outcome === outcomeOf(result) ? 'repeated' : 'stale' };
  // said before an operator decided, and again because its answer was lost. A cancelling delivery is decided anew instead:
  // the game may never have received the later attempt, and then has no other answer
  if (
    row.state === 'leased' &&
    row.isBegunAnew &&
    result.outcome === 'unknown' &&
    result.attempt < row.attempt
  )
    return { as: 'stale' };
  const next =
    row.state === 'leased'
      ? await afterLeased(tx, deps, row, result)
      : await afterCancelling(tx, deps, row, result);
  if (!next) return { as: 'stale' };
  await endCalledOff(tx, deps, next);
  await giveRefused(tx, deps, row, next);
  return { as: 'recorded', row: next };
}

const outcomeOf = ({ outcome, code }: GameResult) => (code ? `${outcome}:${code}` : outcome);

/** Fields that every result writes on the row. */
const noteOf = (result: GameResult) => ({
  outcome: outcomeOf(result),
  detail: result.proof ?? null,
});

async function afterLeased(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  row: DeliveryRow,
  result: GameResult,
): Promise<DeliveryRow | undefined> {
  const note = noteOf(result);
  const move = { actor: 'game', reason: note.outcome } as const;
  switch (result.outcome) {
    case 'done':
      return finish(tx, deps, row, result);
    case 'saving':
      return prolong(tx, deps, row, result);
    case 'retry':
      return tryLater(tx, deps, row, result);
    case 'rejected':
      // the game may have rejected it without a proof
      if (row.recalledAt) return moveDelivery(tx, deps, row, 'unknown', { ...move, set: note });
      return refuse(tx, deps, row, { ...move, set: note });
    case 'unknown':
      return cancelReplaced(tx, deps, await moveDelivery(tx, deps, row, 'unknown', { ...move, set: note }));
    default:
      // nobody asked to cancel it: when the lease lapses, the game gets the delivery again
      return row.recalledAt || isStillPaid(row)
        ? cancelRecalled(tx, deps, row, { ...move, set: note })
        : undefined;
  }
}

/** Cancels a delivery that is recalled, or was when the game was asked, after the game has proved that it did not give it. */
async function cancelRecalled(tx: NodePgDatabase, deps: DeliveryDeps, row: DeliveryRow, move: DeliveryMove) {
  const reason = row.moneyBackAt ? 'moneyBack' : 'calledOff';
  const set = { recalledAt: row.recalledAt ?? deps.now() };
  const cancelling = await moveDelivery(tx, deps, row, 'cancelling', { actor: 'site', reason, set });
  return moveDelivery(tx, deps, cancelling, 'cancelled', move);
}

/**
 * Records the result of a cancelling delivery. If the game has not given it, it never will. A payment that stands after
 * all leaves nothing to be revoked later.
 */
async function afterCancelling(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  row: DeliveryRow,
  result: GameResult,
): Promise<DeliveryRow> {
  const note = noteOf(result);
  const move = { actor: 'game', reason: note.outcome, set: note } as const;
  if (result.outcome === 'saving') return prolong(tx, deps, row, result);
  if (result.outcome === 'unknown')
    return moveDelivery(tx, deps, row, 'unknown', {
      ...move,
      set: { ...note, ...(isStillPaid(row) && { recalledAt: null }) },
    });
  if (result.outcome !== 'done') return moveDelivery(tx, deps, row, 'cancelled', move);
  return finish(tx, deps, row, result);
}

/**
 * Records that the game's saved state has the delivery. If its payment was refunded meanwhile, it is revoked at once
 * (D10).
 */
async function finish(tx: NodePgDatabase, deps: DeliveryDeps, row: DeliveryRow, result: GameResult) {
  const taken = row.kind === 'revoke' ? Math.min(result.taken ?? row.count, row.count) : null;
  const set = { ...noteOf(result), taken, ...(isStillPaid(row) && { recalledAt: null }) };
  const done = await moveDelivery(tx, deps, row, 'done', { actor: 'game', reason: 'done', set });
  if (done.kind === 'give' && done.recalledAt) await revoke(tx, deps, [done]);
  return done;
}

/**
 * Records that the game cannot give the delivery: an operator decides, but a prize returns to its player at once
 * (D14).
 */
async function refuse(tx: NodePgDatabase, deps: DeliveryDeps, row: DeliveryRow, move: DeliveryMove) {
  const failed = await moveDelivery(tx, deps, row, 'failed', move);
  return failed.refType === PRIZE_CAUSE.refType && failed.kind === 'give'
    ? moveDelivery(tx, deps, failed, 'cancelled', { actor: 'site', reason: 'prizeReturned' })
    : cancelReplaced(tx, deps, failed);
}

async function prolong(tx: NodePgDatabase, { now }: DeliveryDeps, { id }: DeliveryRow, result: GameResult) {
  const leaseUntil = new Date(now().getTime() + SAVING_MS);
  const [row] = await tx
    .update(deliveries)
    .set({ ...noteOf(result), leaseUntil })
    .where(eq(deliveries.id, id))
    .returning();
  return row!;
}

/**
 * Postpones a delivery that the game has not begun, until the player is there, has space, or some time has passed.
 * Any ledger may then get it.
 */
async function tryLater(tx: NodePgDatabase, deps: DeliveryDeps, row: DeliveryRow, result: GameResult) {
  const { code, afterS = 0 } = result;
  const inMs = (ms: number) => new Date(deps.now().getTime() + Math.max(ms, afterS * 1000));
  const isAway = code === 'offline' || (code === 'wrong_character' && (await playsAnother(tx, row)));
  const from = isAway ? null : await readyAtOf(tx, deps, row);
  const readyAt =
    code === 'no_space' ? inMs(NO_SPACE_MS) : inMs(RETRY_MS[Math.min(row.attempt, RETRY_MS.length) - 1]!);
  const set = { ...noteOf(result), readyAt: from && (from > readyAt ? from : readyAt) };
  const move = { actor: 'game', reason: outcomeOf(result), set } as const;
  return cancelReplaced(tx, deps, await moveDelivery(tx, deps, row, 'waiting', move));
}

/**
 * Cancels a fact that the game may not have, if a newer version was written meanwhile (D13). Otherwise the older
 * version could arrive later.
 */
const cancelReplaced = async (
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  row: DeliveryRow,
): Promise<DeliveryRow> =>
  (await isReplaced(tx, row))
    ? moveDelivery(tx, deps, row, 'cancelled', { actor: 'site', reason: 'replaced' })
    : row;

/** Whether a newer version of the fact was written meanwhile. */
export async function isReplaced(tx: NodePgDatabase, row: DeliveryRow): Promise<boolean> {
  if (row.kind !== 'set') return false;
  const newer = and(
    eq(deliveries.accountId, row.accountId),
    eq(deliveries.serverKey, row.serverKey),
    eq(deliveries.kind, 'set'),
    eq(deliveries.code, row.code),
    gt(deliveries.factVersion, sql`${row.factVersion}`),
  );
  return (await tx.$count(deliveries, newer)) > 0;
}
