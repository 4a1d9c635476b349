import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { deliveries, type DeliveryState } from '#/server/platform/db/tables/deliveries.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { DeliveryDeps } from './deliver.ts';
import { type DeliveryRow, moveDelivery } from './moveDelivery.ts';
import { readyAtOf } from './presence.ts';
import { leaveToProof, mayBeGiven, revoke } from './recall.ts';

/**
 * What an operator may decide of a delivery: retry: hand it out again; cancel: call it off; byHand: it was handed over by a
 * person; given, notGiven: what became of one that nobody knows of.
 */
export const DECISIONS = ['retry', 'cancel', 'byHand', 'given', 'notGiven'] as const;
export type Decision = (typeof DECISIONS)[number];

/** States in which each decision is possible. */
const POSSIBLE: Record<Decision, readonly DeliveryState[]> = {
  retry: ['failed'],
  cancel: ['waiting', 'leased', 'failed'],
  byHand: ['waiting', 'failed'],
  given: ['unknown'],
  notGiven: ['unknown'],
};

/** A decision that the delivery does not allow. Its message is a sentence for the operator. */
export class DeliveryRefusal extends Error {
  override readonly name = 'DeliveryRefusal';
}

/**
 * Carries out an operator's decision (D19), with its reason in the history and in the audit log. What was given although its
 * money is back is revoked.
 * @param no number of the delivery
 * @returns the delivery afterwards
 * @throws DeliveryRefusal
 */
export async function decideDelivery(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  { no, decision, reason }: { no: number; decision: Decision; reason: string },
): Promise<DeliveryRow> {
  const [row] = await tx.select().from(deliveries).where(eq(deliveries.id, no)).for('update');
  if (!row) throw new DeliveryRefusal(`There is no delivery ${no}.`);
  if (!POSSIBLE[decision].includes(row.state))
    throw new DeliveryRefusal(
      `The delivery is ${row.state}: ${decision} is for what is ${POSSIBLE[decision].join(' or ')}.`,
    );
  if (decision === 'byHand' && mayBeGiven(row))
    throw new DeliveryRefusal('The game proves first whether it was given: wait for its answer.');
  const decided = await carryOut(tx, deps, row, decision, reason);
  const detail = { delivery: no, decision, reason };
  await writeAudit(tx, deps, {
    accountId: row.accountId,
    actor: 'operator',
    event: 'deliveryDecided',
    detail,
  });
  return decided;
}

async function carryOut(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  row: DeliveryRow,
  decision: Decision,
  reason: string,
): Promise<DeliveryRow> {
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
