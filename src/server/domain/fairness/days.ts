import { desc, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { FairDay, fairDaysReply } from '#/contract/fairness.ts';
import { drawDays } from '#/server/platform/db/tables/fairness.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const PAGE_ROWS = 90;

/** A closed day in the reply. */
export function dayOfRow({
  day,
  draws,
  root,
  previousRoot,
  treeRoot,
}: typeof drawDays.$inferSelect): FairDay {
  return { day, draws, root, previousRoot, treeRoot };
}

/** Lists the closed days, the newest first. @param before the last day of the page before */
export async function listDays(
  { db }: Deps,
  before: string | undefined,
): Promise<z.output<typeof fairDaysReply>> {
  const rows = await db
    .select()
    .from(drawDays)
    .where(before === undefined ? undefined : lt(drawDays.day, before))
    .orderBy(desc(drawDays.day))
    .limit(PAGE_ROWS + 1);
  const days = rows.slice(0, PAGE_ROWS).map(dayOfRow);
  return { days, nextBefore: rows.length > PAGE_ROWS ? (days.at(-1)?.day ?? null) : null };
}
