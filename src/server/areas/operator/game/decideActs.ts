import { and, eq, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { DecideManyBody, DeliveryDecision } from '#/contract/operator/deliveries.ts';
import { decideLocked, DeliveryRefusal, lockDeliveries } from '#/server/domain/deliveries/decideDelivery.ts';
import { type DeliveryRow, PRIZE_CAUSE } from '#/server/domain/deliveries/moveDelivery.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { refuseIfStopped } from '#/server/platform/kernel/stops.ts';

interface Decided {
  decision: DeliveryDecision;
  version: number;
  reason: string;
}

/**
 * Decides one delivery, as the command of the shell does (D19).
 * @throws AppError notFound; operatorChanged if its version has changed; deliveryNotDecidable, deliveryInProof
 */
export async function decideAct(
  tx: NodePgDatabase,
  deps: Deps,
  no: number,
  { decision, version, reason }: Decided,
): Promise<ActOutcome<{ version: number; state: DeliveryRow['state'] }>> {
  refuseIfStopped(deps, 'deliveries');
  const [row] = await lockDeliveries(tx, [no]);
  if (!row) return fail('notFound');
  if (row.version !== version) return fail('operatorChanged');
  const before = await fieldsOf(tx, row);
  const [after] = await refused(() => decideLocked(tx, deps, [row], { decision, reason }));
  const decided = after!;
  return {
    reply: { version: decided.version, state: decided.state },
    target: { type: 'delivery', id: String(no), version },
    before,
    after: { ...(await fieldsOf(tx, decided)), decision },
    amount: 1,
  };
}

/** Reads the fields that a decision may change: the delivery, its revokes, and its prize. */
async function fieldsOf(tx: NodePgDatabase, row: DeliveryRow) {
  const { id, state, recalledAt, moneyBackAt, refType, refId } = row;
  const byOpenRevoke = and(eq(deliveries.revokesId, id), inArray(deliveries.state, ['waiting', 'leased']));
  const [coupon] =
    refType === PRIZE_CAUSE.refType
      ? await tx
          .select()
          .from(coupons)
          .where(eq(coupons.id, Number(refId.split(':', 1)[0])))
      : [];
  return {
    deliveryState: state,
    calledOff: recalledAt !== null,
    moneyBack: moneyBackAt !== null,
    takingBack: await tx.$count(deliveries, byOpenRevoke),
    ...(coupon && { coupon: coupon.state }),
  };
}

/**
 * Decides many deliveries, all or none. Support may decide a few alone; more need a second person (O5).
 * @throws AppError operatorChanged if the version of one has changed, or it does not allow the decision
 */
export async function decideManyAct(
  tx: NodePgDatabase,
  deps: Deps,
  { decision, deliveries: chosen, reason }: DecideManyBody,
): Promise<ActOutcome<{ decided: number }>> {
  refuseIfStopped(deps, 'deliveries');
  const seen = new Map(chosen.map(({ no, version }) => [no, version]));
  if (seen.size !== chosen.length) return fail('badRequest', { errors: { deliveries: 'badRequest' } });
  const rows = await lockDeliveries(tx, [...seen.keys()]);
  if (rows.length !== seen.size || rows.some(({ id, version }) => seen.get(id) !== version))
    return fail('operatorChanged');
  const decided = await refused(() => decideLocked(tx, deps, rows, { decision, reason }));
  return {
    reply: { decided: decided.length },
    target: { type: 'deliveries', id: `${rows[0]!.id}…${rows.at(-1)!.id}` },
    before: { deliveryStates: statesOf(rows) },
    after: { deliveryStates: statesOf(decided), decision, numbers: rows.map(({ id }) => id) },
    amount: decided.length,
  };
}

/** Counts the deliveries in each state. */
function statesOf(rows: readonly DeliveryRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/**
 * Runs a decision and converts its refusals to error answers.
 * @throws AppError
 */
async function refused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeliveryRefusal) fail(error.code, { cause: error });
    throw error;
  }
}
