import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { AcceptPayoutBody } from '#/contract/operator/figures/payouts.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { payouts } from '#/server/platform/db/tables/operators/payouts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Accepts the open lines and the difference of a payout (O25).
 * @throws AppError notFound; operatorChanged if they are others than the operator saw, or if nothing is open
 */
export async function acceptPayoutAct(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  id: number,
  seen: AcceptPayoutBody,
  operatorId: number,
): Promise<ActOutcome<Record<string, never>>> {
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update');
  if (!payout) return fail('notFound');
  const { openLines, amountCents, linesCents, linesReadAt, acceptedAt } = payout;
  const differenceCents = amountCents - linesCents;
  const isOpen = linesReadAt !== null && acceptedAt === null && (openLines > 0 || differenceCents !== 0);
  if (!isOpen || openLines !== seen.openLines || differenceCents !== seen.differenceCents)
    return fail('operatorChanged');
  await tx.update(payouts).set({ acceptedAt: now(), acceptedBy: operatorId }).where(eq(payouts.id, id));
  const difference = `${(differenceCents / 100).toFixed(2)} ${payout.currency}`;
  return {
    reply: {},
    target: { type: 'payout', id: String(id) },
    before: { openLines, payoutDifference: difference, isAccepted: false },
    after: { openLines, payoutDifference: difference, isAccepted: true },
  };
}
