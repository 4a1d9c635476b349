import { and, eq, isNull, sql } from 'drizzle-orm';
import { payoutLines, payouts } from '#/server/platform/db/tables/operators/payouts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { ProviderName } from '#/server/ports/payments.ts';
import type { Payout, PayoutLine } from '#/server/ports/payouts.ts';
import { matchPayout } from './matchPayout.ts';

/** PostgreSQL stores no NUL. */
const storable = (text: string | null) => text?.replaceAll('\0', '') ?? null;

/**
 * Stores payouts, each once, and follows their status. A changed amount reopens a payout that an operator has accepted.
 */
export async function storePayouts(
  { db }: Pick<Deps, 'db'>,
  provider: ProviderName,
  found: readonly Payout[],
): Promise<void> {
  if (found.length === 0) return;
  const reported = (name: string) => sql.raw(`excluded.${name}`);
  const ifSameAmount = (column: typeof payouts.acceptedAt | typeof payouts.acceptedBy) =>
    sql`CASE WHEN ${payouts.amountCents} = excluded.amount_cents THEN ${column} END`;
  await db
    .insert(payouts)
    .values(found.map((payout) => ({ provider, ...payout })))
    .onConflictDoUpdate({
      target: [payouts.provider, payouts.payoutRef],
      set: {
        amountCents: reported('amount_cents'),
        currency: reported('currency'),
        status: reported('status'),
        arrivesAt: reported('arrives_at'),
        lines: reported('lines'),
        acceptedAt: ifSameAmount(payouts.acceptedAt),
        acceptedBy: ifSameAmount(payouts.acceptedBy),
      },
      setWhere: sql`(${payouts.amountCents}, ${payouts.currency}, ${payouts.status}, ${payouts.arrivesAt}, ${payouts.lines})
        IS DISTINCT FROM (excluded.amount_cents, excluded.currency, excluded.status, excluded.arrives_at, excluded.lines)`,
    });
}

/**
 * Stores a page of lines of a payout, each once. Pages are stored in the provider's order, so that an interrupted fetch
 * goes on after the last one.
 */
export async function storeLines(
  { pool }: Pick<Deps, 'pool'>,
  { id, provider }: { id: number; provider: ProviderName },
  lines: readonly PayoutLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await withTx(pool, async (tx) => {
    // a parallel fetch of the same page waits here and then changes nothing
    await tx.select().from(payouts).where(eq(payouts.id, id)).for('update');
    await tx
      .insert(payoutLines)
      .values(
        lines.map(({ orderId, ...line }) => ({
          ...line,
          payoutId: id,
          provider,
          namedOrder: storable(orderId),
          netCents: line.grossCents - line.feeCents,
          note: storable(line.note),
        })),
      )
      .onConflictDoNothing();
  });
}

/** Matches the lines of a payout once all of them are stored. */
export async function finishLines({ pool, now }: Pick<Deps, 'pool' | 'now'>, id: number): Promise<void> {
  await withTx(pool, async (tx) => {
    await matchPayout(tx, id);
    await tx
      .update(payouts)
      .set({ linesReadAt: now() })
      .where(and(eq(payouts.id, id), isNull(payouts.linesReadAt)));
  });
}
