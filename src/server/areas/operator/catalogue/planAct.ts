import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PLAN_MAX_MS, PLAN_MIN_MS } from '#/contract/operator/catalogue/drafts.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { isPlanned, lockDraft, planDraft } from '#/server/domain/catalogue/drafts.ts';
import { lockCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { deadPromos } from './deadPromos.ts';
import { type Publication, publishAct } from './publishAct.ts';

/**
 * Plans to publish a draft at a time. The draft is published now and rolled back, so mistakes and limits show at once
 * (O19). It cannot be changed until then.
 * @param plan `publishAt` is `PLAN_MIN_MS` to `PLAN_MAX_MS` ahead
 * @throws AppError as `publishAct` does; planTime, planPromoEnds at `publishAt`
 */
export async function planAct(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'config' | 'now'>,
  { publishAt, ...publication }: Publication & { publishAt: string },
): Promise<ActOutcome<{ version: number }>> {
  const at = new Date(publishAt);
  const aheadMs = at.getTime() - deps.now().getTime();
  if (aheadMs < PLAN_MIN_MS || aheadMs > PLAN_MAX_MS) fail('planTime', { errors: { publishAt: 'planTime' } });
  // rolling back to the savepoint would release a lock that is taken after it, and a waiting save could slip in
  await lockCatalogue(tx);
  const { content } = await lockDraft(tx, publication.id, publication.version);
  await tx.execute(sql`SAVEPOINT plan`);
  const { after, amount = 0 } = await publishAct(tx, deps, publication);
  await tx.execute(sql`ROLLBACK TO SAVEPOINT plan`);
  // the trial has shown that the content is a catalogue; its revision, which is gone by now, would count as published
  if ((await deadPromos(tx, { now: () => at }, content as Catalogue)).length > 0)
    fail('planPromoEnds', { errors: { publishAt: 'planPromoEnds' } });
  const { id, version, operatorId, reason } = publication;
  const plan = { publishAt: at, plannedBy: operatorId, planReason: reason, planWeight: amount };
  const reply = { version: await planDraft(tx, { id, version }, plan) };
  const { catalogueRevision: _unknownYet, ...changes } = after;
  return {
    reply,
    target: { type: 'catalogueDraft', id: String(id), version },
    before: { publishAt: null },
    after: { ...changes, publishAt },
    amount,
  };
}

/**
 * Calls a planned publishing off. The draft can be changed again.
 * @throws AppError notFound, operatorChanged; draftNotPlanned
 */
export async function unplanAct(
  tx: NodePgDatabase,
  { id, version }: { id: number; version: number },
): Promise<ActOutcome<{ version: number }>> {
  const draft = await lockDraft(tx, id, version);
  if (!isPlanned(draft)) return fail('draftNotPlanned');
  return {
    reply: { version: await planDraft(tx, draft, null) },
    target: { type: 'catalogueDraft', id: String(id), version },
    before: { publishAt: draft.publishAt!.toISOString() },
    after: { publishAt: null },
    // nothing is changed on the site, so no limit is touched
    amount: 0,
  };
}
