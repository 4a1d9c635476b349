import { and, asc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { DrawProof, proofQuery } from '#/contract/fairness.ts';
import { dayLeaves, PART_LEAVES } from './dayDraws.ts';
import {
  drawDayParts,
  drawDays,
  drawLeaves,
  draws,
  fairEpochs,
} from '#/server/platform/db/tables/fairness.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { pathOf } from './merkle.ts';
import { dayOfRow } from './days.ts';

/**
 * Proves that a draw is in the tree of a closed day (PF1): the path leads through the subtree of its part, then to the
 * root. The day is that of the draw, or a later one if the draw was committed after its own day was closed.
 * @throws AppError drawNotFound
 */
export async function proveDraw(
  { db }: Deps,
  { epoch, nonce }: z.output<typeof proofQuery>,
): Promise<DrawProof> {
  const [draw] = await db
    .select({ id: draws.id, closed: drawDays })
    .from(draws)
    .innerJoin(fairEpochs, eq(fairEpochs.id, draws.epochId))
    .leftJoin(drawLeaves, eq(drawLeaves.drawId, draws.id))
    .leftJoin(drawDays, eq(drawDays.day, drawLeaves.day))
    .where(and(eq(fairEpochs.publicId, epoch), eq(draws.nonce, nonce)));
  if (!draw) fail('drawNotFound');
  const { closed } = draw;
  if (!closed) return { day: null, index: 0, path: [] };
  const { day } = closed;
  const parts = await db
    .select()
    .from(drawDayParts)
    .where(eq(drawDayParts.day, day))
    .orderBy(asc(drawDayParts.part));
  const part = parts.find(({ firstDrawId, lastDrawId }) => firstDrawId <= draw.id && draw.id <= lastDrawId);
  const leaves = part
    ? await dayLeaves(db, day, { afterId: part.firstDrawId - 1, lastId: part.lastDrawId })
    : [];
  const index = leaves.findIndex(({ drawId }) => drawId === draw.id);
  if (!part || index < 0) throw new Error(`draw ${draw.id} is not in the tree of ${day}`);
  const partRoots = parts.map(({ root }) => root);
  return {
    day: dayOfRow(closed),
    index: part.part * PART_LEAVES + index,
    path: [
      ...pathOf(
        leaves.map(({ hash }) => hash),
        index,
      ),
      ...pathOf(partRoots, part.part),
    ],
  };
}
