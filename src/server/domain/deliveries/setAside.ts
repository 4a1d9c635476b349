import { and, eq, inArray } from 'drizzle-orm';
import type { GameResult, ResultAs } from '#/contract/game.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { Reporter } from './results.ts';

/** Outcome of a delivery whose result the site failed to record. */
export const UNRECORDED = 'unrecorded';
/** Delay after which the game gets such a delivery again, and reports the same result. */
const AGAIN_MS = 10 * 60_000;
const DETAIL_MAX = 500;

/**
 * Stores a result that the site failed to record (D5, D20). The delivery stays leased, so nothing is lost: when the
 * lease lapses, the game gets it again and reports the same result without giving it twice.
 */
export async function setAside(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { serverKey, ledgerId }: Reporter,
  { no, outcome, code, taken, proof }: GameResult,
): Promise<ResultAs> {
  const said = [outcome, code, taken !== undefined && `taken ${taken}`, proof].filter(Boolean).join(', ');
  const rows = await db
    .update(deliveries)
    .set({
      outcome: UNRECORDED,
      detail: said.slice(0, DETAIL_MAX),
      leaseUntil: new Date(now().getTime() + AGAIN_MS),
    })
    .where(
      and(
        eq(deliveries.id, no),
        eq(deliveries.serverKey, serverKey),
        eq(deliveries.ledgerId, ledgerId),
        inArray(deliveries.state, ['leased', 'cancelling']),
      ),
    )
    .returning({ id: deliveries.id });
  return rows.length > 0 ? 'recorded' : 'stale';
}
