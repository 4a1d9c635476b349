import { asc, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { DELIVERY_DECISIONS, type DeliveryDecision } from '#/contract/operator/deliveries.ts';
import { deliveries, type DeliveryState } from '#/server/platform/db/tables/deliveries.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { DeliveryDeps } from './deliver.ts';
import { type DeliveryRow, moveDelivery } from './moveDelivery.ts';
import { readyAtOf } from './presence.ts';
import { leaveToProof, mayBeGiven, revoke } from './recall.ts';

/** States in which each decision is possible. */
const POSSIBLE: Record<DeliveryDecision, readonly DeliveryState[]> = {
  retry: ['failed'],
  cancel: ['waiting', 'leased', 'failed'],
  byHand: ['waiting', 'failed'],
  given: ['unknown'],
  notGiven: ['unknown'],
};

/** A decision that the delivery does not allow. Its message is a sentence for the shell, its code is for the browser. */
export class DeliveryRefusal extends Error {
  override readonly name = 'DeliveryRefusal';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** States of deliveries that allow this decision. */
export const statesFor = (decision: DeliveryDecision): readonly DeliveryState[] => POSSIBLE[decision];

/** Lists the decisions that a delivery allows now. */
export const decisionsFor = (row: DeliveryRow): DeliveryDecision[] =>
  DELIVERY_DECISIONS.filter((decision) => refusalOf(row, decision) === undefined);

function refusalOf(row: DeliveryRow, decision: DeliveryDecision): DeliveryRefusal | undefined {
  if (!POSSIBLE[decision].includes(row.state))
    return new DeliveryRefusal(
      'deliveryNotDecidable',
      `The delivery is ${row.state}: ${decision} is for what is ${POSSIBLE[decision].join(' or ')}.`,
    );
  return decision === 'byHand' && mayBeGiven(row)
    ? new DeliveryRefusal(
        'deliveryInProof',
        'The game proves first whether it was given: wait for its answer.',
      )
    : undefined;
}

/**
 * Carries out an operator's decision (D19), with its reason in the history and in the audit log. If a delivery turns
 * out to be given although its payment was refunded, it is revoked.
 * @param no number of the delivery
 * @returns the delivery afterwards
 * @throws DeliveryRefusal
 */
export async function decideDelivery(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  { no, decision, reason }: { no: number; decision: DeliveryDecision; reason: string },
): Promise<DeliveryRow> {
  const [row] = await lockDeliveries(tx, [no]);
  if (!row) throw new DeliveryRefusal('notFound', `There is no delivery ${no}.`);
  const decided = await decideLocked(tx, deps, row, { decision, reason });
  const detail = { delivery: no, decision, reason };
  await writeAudit(tx, deps, {
    accountId: row.accountId,
    actor: 'operator',
    event: 'deliveryDecided',
    detail,
  });
  return decided;
}

/** Locks deliveries in the order of their numbers. Every lock of several deliveries uses this order. */
export const lockDeliveries = (tx: NodePgDatabase, nos: readonly number[]): Promise<DeliveryRow[]> =>
  tx
    .select()
    .from(deliveries)
    .where(inArray(deliveries.id, [...nos]))
    .orderBy(asc(deliveries.id))
    .for('update');

/** Carries out a decision about a locked delivery, without an entry in the audit log. @throws DeliveryRefusal */
export async function decideLocked(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  row: DeliveryRow,
  { decision, reason }: { decision: DeliveryDecision; reason: string },
): Promise<DeliveryRow> {
  const refusal = refusalOf(row, decision);
  if (refusal) throw refusal;
  const by = { actor: 'operator', reason } as const;
  const at = deps.now();
  const again = async (isBegunAnew: boolean) => {
    const set = { readyAt: await readyAtOf(tx, deps, row), isBegunAnew, isDoubtful: false };
    return moveDelivery(tx, deps, row, 'waiting', { ...by, set });
  };
  switch (decision) {
    case 'retry':
      return again(false);
    case 'cancel':
      if (mayBeGiven(row)) {
        await leaveToProof(tx, row, at);
        return { ...row, recalledAt: at };
      }
      return row.state === 'leased'
        ? moveDelivery(tx, deps, row, 'cancelling', { ...by, set: { recalledAt: at, leaseUntil: at } })
        : moveDelivery(tx, deps, row, 'cancelled', by);
    case 'notGiven':
      return row.recalledAt ? moveDelivery(tx, deps, row, 'cancelled', by) : again(true);
    default: {
      const taken = row.kind === 'revoke' ? { set: { taken: row.count } } : {};
      const done = await moveDelivery(tx, deps, row, 'done', { ...by, ...taken });
      if (done.kind === 'give' && done.recalledAt) await revoke(tx, deps, done, done.refId);
      return done;
    }
  }
}
