import { asc, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { DELIVERY_DECISIONS, type DeliveryDecision } from '#/contract/operator/deliveries.ts';
import { deliveries, type DeliveryState } from '#/server/platform/db/tables/deliveries.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { DeliveryDeps } from './deliver.ts';
import { type DeliveryMove, type DeliveryRow, moveDeliveries } from './moveDelivery.ts';
import { readyFor } from './readyAt.ts';
import { endCalledOff, leaveToProof, mayBeGiven, revoke } from './recall.ts';

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

/** The word of a decision in the shell: not-given. */
const wordOf = (decision: DeliveryDecision) =>
  decision.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** States of deliveries that allow this decision. */
export const statesFor = (decision: DeliveryDecision): readonly DeliveryState[] => POSSIBLE[decision];

/** Lists the decisions that a delivery allows now. */
export const decisionsFor = (row: DeliveryRow): DeliveryDecision[] =>
  DELIVERY_DECISIONS.filter((decision) => refusalOf(row, decision) === undefined);

function refusalOf(row: DeliveryRow, decision: DeliveryDecision): DeliveryRefusal | undefined {
  if (!POSSIBLE[decision].includes(row.state))
    return new DeliveryRefusal(
      'deliveryNotDecidable',
      `The delivery is ${row.state}: ${wordOf(decision)} is for what is ${POSSIBLE[decision].join(' or ')}.`,
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
  const [decided] = await decideLocked(tx, deps, [row], { decision, reason });
  const detail = { delivery: no, decision, reason };
  await writeAudit(tx, deps, {
    accountId: row.accountId,
    actor: 'operator',
    event: 'deliveryDecided',
    detail,
  });
  return decided!;
}

/** Locks deliveries in the order of their numbers. Every lock of several deliveries uses this order. */
export const lockDeliveries = (tx: NodePgDatabase, nos: readonly number[]): Promise<DeliveryRow[]> =>
  tx
    .select()
    .from(deliveries)
    .where(inArray(deliveries.id, [...nos]))
    .orderBy(asc(deliveries.id))
    .for('update');

/**
 * Carries out one decision about locked deliveries, without an entry in the audit log. The number of statements does
 * not depend on how many they are.
 * @returns the deliveries afterwards, in the same order
 * @throws DeliveryRefusal if one of them does not allow it
 */
export async function decideLocked(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  rows: readonly DeliveryRow[],
  { decision, reason }: { decision: DeliveryDecision; reason: string },
): Promise<DeliveryRow[]> {
  for (const row of rows) {
    const refusal = refusalOf(row, decision);
    if (refusal) throw refusal;
  }
  const by = { actor: 'operator', reason } as const;
  const at = deps.now();
  const decided = new Map<number, DeliveryRow>();
  const note = (changed: readonly DeliveryRow[]) => {
    for (const row of changed) decided.set(row.id, row);
  };
  const move = async (which: (row: DeliveryRow) => boolean, to: DeliveryState, set?: DeliveryMove['set']) =>
    note(await moveDeliveries(tx, deps, rows.filter(which), to, { ...by, ...(set && { set }) }));
  const isRecalled = ({ recalledAt }: DeliveryRow) => recalledAt !== null;
  const again = { readyAt: readyFor(at) };
  switch (decision) {
    case 'retry':
      await move(() => true, 'waiting', again);
      break;
    case 'cancel': {
      const toProve = rows.filter(mayBeGiven);
      await leaveToProof(tx, toProve, at);
      for (const row of toProve) decided.set(row.id, { ...row, recalledAt: at });
      const isHeld = (row: DeliveryRow) => !mayBeGiven(row) && row.state === 'leased';
      await move(isHeld, 'cancelling', { recalledAt: at, leaseUntil: at });
      await move((row) => !mayBeGiven(row) && row.state !== 'leased', 'cancelled');
      break;
    }
    case 'notGiven':
      await move(isRecalled, 'cancelled');
      await move((row) => !isRecalled(row), 'waiting', { ...again, isBegunAnew: true, isDoubtful: false });
      break;
    default: {
      // a revoke took all its pieces
      const taken = sql`CASE WHEN ${deliveries.kind} = 'revoke' THEN ${deliveries.count} ELSE ${deliveries.taken} END`;
      await move(() => true, 'done', { taken });
      const given = [...decided.values()];
      await revoke(
        tx,
        deps,
        given.filter((row) => row.kind === 'give' && isRecalled(row)),
      );
    }
  }
  for (const row of decided.values()) await endCalledOff(tx, deps, row);
  return rows.map(({ id }) => decided.get(id)!);
}
