import { and, asc, eq } from 'drizzle-orm';
import type { SiteCounts } from '#/contract/operator/site.ts';
import { needMails } from '#/server/platform/db/tables/operators/figures.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { siteState } from './siteState.ts';

const HOUR_MS = 60 * 60_000;
/** A mail that says that no mails are sent would arrive after them. */
const NOT_MAILED: ReadonlySet<keyof SiteCounts> = new Set(['mailsLate']);

/**
 * Mails the owners, each in their language, when a count of "needs you" rises, at most once an hour for each line
 * (O22). If a count rises within the hour, the mail is sent at the end of the hour if the count is still higher.
 */
export async function mailNeeds(deps: Deps): Promise<void> {
  // id 0 has asked for no approval itself, so all requests count
  const { counts } = await siteState(deps, { id: 0, role: 'owner' });
  const needs = (Object.keys(counts) as (keyof SiteCounts)[])
    .filter((need) => !NOT_MAILED.has(need))
    .toSorted();
  await withTx(deps.pool, async (tx) => {
    await tx
      .insert(needMails)
      .values(needs.map((need) => ({ need, count: 0 })))
      .onConflictDoNothing();
    // a parallel run waits here and then finds nothing new
    const known = await tx.select().from(needMails).orderBy(asc(needMails.need)).for('update');
    const at = deps.now();
    const risen = known.filter(
      ({ need, count, mailedAt }) =>
        (counts[need] ?? 0) > count && (mailedAt === null || mailedAt.getTime() <= at.getTime() - HOUR_MS),
    );
    const fallen = known.filter(({ need, count }) => (counts[need] ?? 0) < count);
    for (const { need } of [...risen, ...fallen])
      await tx
        .update(needMails)
        .set({ count: counts[need] ?? 0, ...(risen.some((one) => one.need === need) && { mailedAt: at }) })
        .where(eq(needMails.need, need));
    if (risen.length === 0) return;
    const activeOwners = and(eq(operators.role, 'owner'), eq(operators.state, 'active'));
    for (const { id, name, email, locale } of await tx.select().from(operators).where(activeOwners))
      await queueMail(tx, deps, null, `operatorNeeds:${id}:${at.toISOString()}`, {
        kind: 'operatorNeeds',
        to: email,
        isConfirmed: true,
        locale,
        variables: { login: name, needs: risen.map(({ need }) => ({ need, count: counts[need] })) },
      });
  });
}
