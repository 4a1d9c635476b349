import { and, eq, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import type { GameGoods, RecalledGoods } from '#/server/platform/db/tables/quote.ts';
import { deliver, deliverAll, type DeliveryDeps } from './deliver.ts';
import { freeRefs, refsOfRound, roundOf } from './deliveriesFor.ts';
import { type DeliveryRow, moveDelivery } from './moveDelivery.ts';

/** The references of a cause that may have been granted several times, for example an order after a won dispute. */
interface Causes {
  reason: string;
  refType: string;
  /** The oldest first. The last one is the current round's. */
  refIds: readonly string[];
}

/**
 * Locks the deliveries of a cause, the oldest first. The second reading also has what the last holders of the locks
 * wrote.
 */
async function lockCauses(tx: NodePgDatabase, { reason, refType, refIds }: Causes): Promise<DeliveryRow[]> {
  const byCauses = and(
    eq(deliveries.reason, reason),
    eq(deliveries.refType, refType),
    inArray(deliveries.refId, refIds.flatMap(refsOfRound)),
  );
  const read = () => tx.select().from(deliveries).where(byCauses).orderBy(deliveries.id).for('update');
  await read();
  return read();
}

const isFinal = ({ state }: DeliveryRow): boolean => state === 'done' || state === 'cancelled';

const revokeOf = ({ id }: DeliveryRow, rows: readonly DeliveryRow[]): DeliveryRow | undefined =>
  rows.findLast(({ revokesId, state }) => revokesId === id && state !== 'cancelled');

/** Whether a refund still has to take a give. It has to if the revoke of the give was called off and is under way. */
function isLeft(give: DeliveryRow, rows: readonly DeliveryRow[]): boolean {
  if (give.state === 'cancelled') return false;
  if (give.state !== 'done') return give.recalledAt === null;
  const back = revokeOf(give, rows);
  return !back || (isCalledOff(back) && !isFinal(back));
}

/** What a refund takes from the game. */
export interface Recalled {
  /** The recalled goods, to give them again if the payment comes back. */
  goods: RecalledGoods[];
  /** Pieces by code that earlier revokes did not find in the game (D11). */
  missing: Map<string, number>;
}

/**
 * Recalls the deliveries of a cause, because its payment was refunded (D10). Deliveries that the game does not have
 * are cancelled, and given ones are revoked. Deliveries that the game may be giving right now are called off: the
 * game's answer decides.
 */
export async function recall(tx: NodePgDatabase, deps: DeliveryDeps, causes: Causes): Promise<Recalled> {
  const before = await lockCauses(tx, causes);
  const isPaidAgain = new Set(before.filter(isStillPaid).map(({ id }) => id));
  await noteMoneyBack(tx, deps, before);
  const rows = await lockCauses(tx, causes);
  const left = rows.filter((row) => row.kind === 'give' && (isPaidAgain.has(row.id) || isLeft(row, rows)));
  // while a revoke that was called off is under way, its end decides
  for (const row of left) if (!revokeOf(row, rows)) await recallOne(tx, deps, row, causes.refIds.at(-1)!);
  const missing = new Map<string, number>();
  for (const { kind, state, code, count, taken } of rows)
    if (kind === 'revoke' && state === 'done' && taken !== null && taken < count)
      missing.set(code, (missing.get(code) ?? 0) + count - taken);
  const goods = left.map(({ id: no, code, count, params, needsOnline, titles }) => ({
    no,
    code,
    count,
    params,
    needsOnline,
    titles,
  }));
  return { goods, missing };
}

/**
 * Notes the refund on the gives that the game does not have for certain, those an operator cancelled included. Finished
 * ones get a revoke that notes it.
 */
async function noteMoneyBack(
  tx: NodePgDatabase,
  { now }: DeliveryDeps,
  rows: readonly DeliveryRow[],
): Promise<void> {
  const noted = rows.filter(
    ({ kind, state, moneyBackAt }) => kind === 'give' && state !== 'done' && moneyBackAt === null,
  );
  if (noted.length === 0) return;
  const ids = noted.map(({ id }) => id);
  await tx.update(deliveries).set({ moneyBackAt: now() }).where(inArray(deliveries.id, ids));
}

/** Whether a lost ledger held a delivery, so that the game must first prove whether it gave it (D6). */
export const mayBeGiven = ({ state, isDoubtful }: DeliveryRow): boolean =>
  isDoubtful && (state === 'waiting' || state === 'leased');

/**
 * Whether a refund called a give off and has failed since, while the game may have given it (D12): what was given stays,
 * and what was not is given again. Such a give of a lost ledger is called off no more, but the game may have refused it.
 */
export const isStillPaid = ({
  kind,
  state,
  movedBy,
  isDoubtful,
  recalledAt,
  moneyBackAt,
}: DeliveryRow): boolean =>
  kind === 'give' &&
  moneyBackAt === null &&
  (state === 'cancelling' ? movedBy === 'site' : state === 'leased' && isDoubtful && recalledAt === null);

/**
 * Calls off deliveries that may have been given: each is leased once more, and the game's proof decides. If it was
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
  const refIds = await freeRefs(tx, 'revoke', given);
  await deliverAll(
    tx,
    deps,
    given.map(({ id, accountId, serverKey, code, count, params, needsOnline, titles, ...row }, at) => {
      const { reason, refType, moneyBackAt } = row;
      const goods = { code, count, params, needsOnline, titles };
      const cause = { reason, refType, refId: refIds[at]! };
      return { accountId, serverKey, kind: 'revoke', ...goods, ...cause, revokesId: id, moneyBackAt };
    }),
  );
}

/**
 * Gives recalled goods again, under the last reference of the cause (D12). A revoke that the game has not begun is
 * cancelled instead, and one that it may have begun is called off. For a finished revoke, only the pieces that the game
 * really took are given again. A give that the game may have remains: its answer decides, or an operator if the result is
 * unknown.
 */
export async function giveAgain(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  owner: { accountId: number; serverKey: string },
  causes: Causes,
  goods: readonly RecalledGoods[],
): Promise<void> {
  const { reason, refType, refIds } = causes;
  const rows = await lockCauses(tx, causes);
  const again = new Map<string, GameGoods>();
  for (const { no, ...thing } of goods) {
    const give = rows.findLast(
      ({ kind, id, code }) => kind === 'give' && (no ? id === no : code === thing.code),
    );
    const pieces = give ? await takenOf(tx, deps, give, revokeOf(give, rows)) : thing.count;
    const count = pieces + (again.get(thing.code)?.count ?? 0);
    if (count > 0) again.set(thing.code, { ...thing, count });
  }
  const cause = { reason, refType, refId: refIds.at(-1)! };
  for (const thing of again.values()) await deliver(tx, deps, { ...owner, kind: 'give', ...thing, ...cause });
}

/** Ends the recall of a give. @returns the pieces that the player does not have, to be given again */
async function takenOf(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  give: DeliveryRow,
  back: DeliveryRow | undefined,
): Promise<number> {
  if (give.state === 'unknown' || give.state === 'cancelling' || mayBeGiven(give)) {
    // the time of the call-off stays as long as the game is asked
    const recalledAt = give.state === 'cancelling' ? give.recalledAt : null;
    const stillPaid = { recalledAt, moneyBackAt: null };
    await tx.update(deliveries).set(stillPaid).where(eq(deliveries.id, give.id));
    return 0;
  }
  if (give.state !== 'done') return give.count;
  if (!back) return 0;
  if (back.state === 'done') return back.taken ?? back.count;
  const move = { actor: 'site', reason: 'moneyBackFailed' } as const;
  const recalledAt = deps.now();
  const calledOff = { recalledAt, moneyBackAt: null };
  if ((back.state === 'waiting' && !back.isDoubtful) || back.state === 'failed')
    await moveDelivery(tx, deps, back, 'cancelled', move);
  else if (back.state === 'leased' && !back.isDoubtful)
    await moveDelivery(tx, deps, back, 'cancelling', {
      ...move,
      set: { ...calledOff, leaseUntil: recalledAt },
    });
  else await tx.update(deliveries).set(calledOff).where(eq(deliveries.id, back.id));
  return 0;
}

/** Whether a revoke was called off because its refund had failed. */
const isCalledOff = ({ kind, recalledAt, moneyBackAt }: DeliveryRow): boolean =>
  kind === 'revoke' && recalledAt !== null && moneyBackAt === null;

/**
 * Follows the end of a revoke that was called off (D12): the pieces that it took nevertheless are given again. If the
 * payment was refunded once more and it took nothing, the give is revoked again.
 */
export async function endCalledOff(tx: NodePgDatabase, deps: DeliveryDeps, back: DeliveryRow): Promise<void> {
  if (!isCalledOff(back) || !isFinal(back)) return;
  const [give] = await tx.select().from(deliveries).where(eq(deliveries.id, back.revokesId!));
  // an operator called the give off, and no refund did
  if (!give || (give.recalledAt !== null && give.moneyBackAt === null)) return;
  const round = await roundOf(tx, back);
  if (!round) return;
  const { refId, isMoneyBack } = round;
  if (back.state === 'cancelled' && isMoneyBack)
    await revoke(tx, deps, [{ ...give, refId, moneyBackAt: deps.now() }]);
  const count = back.taken ?? back.count;
  if (back.state !== 'done' || isMoneyBack || count === 0) return;
  await giveOnceMore(tx, deps, { ...give, refId, count });
}

/** Gives again what the game has refused for good, if a refund called it off and has failed since (D12). */
export async function giveRefused(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  before: DeliveryRow,
  { state }: DeliveryRow,
): Promise<void> {
  if (!isStillPaid(before) || state !== 'cancelled') return;
  const round = await roundOf(tx, before);
  if (round) await giveOnceMore(tx, deps, { ...before, refId: round.refId });
}

/** @param give its `refId` is the reference of the round that gives it */
async function giveOnceMore(tx: NodePgDatabase, deps: DeliveryDeps, give: DeliveryRow): Promise<void> {
  const { accountId, serverKey, code, count, params, needsOnline, titles, reason, refType } = give;
  const [freeRef] = await freeRefs(tx, 'give', [give]);
  const cause = { reason, refType, refId: freeRef! };
  const thing = { code, count, params, needsOnline, titles };
  await deliver(tx, deps, { accountId, serverKey, kind: 'give', ...thing, ...cause });
}
