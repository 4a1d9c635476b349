import { and, asc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { DrawProof, proofQuery } from '#/contract/fairness.ts';
import { dayLeaves, dayOf, PART_LEAVES } from '../dayDraws.ts';
import { drawDayParts, drawDays, draws, fairEpochs } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { pathOf } from '../merkle.ts';
import { dayOfRow } from './days.ts';

/**
 * That a draw is among those of its day (PF1): the path is that through its part of the day, then that of the part.
 * @throws AppError drawNotFound
 */
export async function proveDraw(
  { db }: Deps,
  { epoch, nonce }: z.output<typeof proofQuery>,
): Promise<DrawProof> {
  const [draw] = await db
    .select({ id: draws.id, at: draws.createdAt })
    .from(draws)
    .innerJoin(fairEpochs, eq(fairEpochs.id, draws.epochId))
    .where(and(eq(fairEpochs.publicId, epoch), eq(draws.nonce, nonce)));
  if (!draw) fail('drawNotFound');
  const day = dayOf(draw.at);
  const [closed] = await db.select().from(drawDays).where(eq(drawDays.day, day));
  if (!closed) return { day: null, index: 0, path: [] };
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
