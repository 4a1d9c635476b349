import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { carryOver } from '#/contract/operator/catalogue/carryOver.ts';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { gradeOf } from '#/contract/operator/people/permissions.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { planDraft, saveDraft } from '#/server/domain/catalogue/drafts.ts';
import { failPlan, PLAN_REQUEST_ID, type PlannedDraft } from '#/server/domain/catalogue/failPlan.ts';
import { findRevision, newestRevision } from '#/server/domain/catalogue/revisions.ts';
import { auditAct } from '#/server/domain/operators/operatorActs.ts';
import { lockCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { catalogueDrafts } from '#/server/platform/db/tables/operators/catalogue.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { AppError, fail } from '#/server/platform/kernel/errors.ts';
import { publishAct } from './publishAct.ts';

/**
 * Publishes the drafts whose time has come, each in its own transaction, the earliest first (O19). If one fails, the others
 * still get their turn, and the next run tries it again.
 * @throws Error at the end, with the number of failures
 */
export async function publishPlanned(deps: Deps): Promise<void> {
  const due = await deps.db
    .select({ id: catalogueDrafts.id })
    .from(catalogueDrafts)
    .where(whereDue(deps))
    .orderBy(asc(catalogueDrafts.publishAt), asc(catalogueDrafts.id));
  const failures: unknown[] = [];
  for (const { id } of due)
    await publishOrEnd(deps, id).catch((error: unknown) => {
      deps.log.error({ err: error, draft: id }, 'a planned draft was not published');
      failures.push(error);
    });
  if (failures.length > 0)
    throw new Error(`${failures.length} planned drafts were not published`, { cause: failures[0] });
}

/** Publishes a draft. A plan that the site refuses ends and waits for a person. */
async function publishOrEnd(deps: Deps, id: number): Promise<void> {
  try {
    await publishOne(deps, id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await endWithFailure(deps, id, error.code);
  }
}

const whereDue = ({ now }: Pick<Deps, 'now'>) =>
  and(lte(catalogueDrafts.publishAt, now()), isNull(catalogueDrafts.planFailure));

async function lockDue(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  id: number,
): Promise<PlannedDraft | undefined> {
  const byIdIfDue = and(eq(catalogueDrafts.id, id), whereDue(deps));
  const [draft] = await tx.select().from(catalogueDrafts).where(byIdIfDue).for('update');
  return draft as PlannedDraft | undefined;
}

/** Publishes a draft in the name of the operator who planned it, if they still may. */
function publishOne(deps: Deps, id: number): Promise<void> {
  return withTx(deps.pool, async (tx) => {
    await lockCatalogue(tx);
    const draft = await lockDue(tx, deps, id);
    // another process was faster, or the plan was called off
    if (!draft) return;
    const { publishAt, plannedBy: operatorId, planReason: reason, planWeight } = draft;
    const [operator] = await tx.select().from(operators).where(eq(operators.id, operatorId)).for('share');
    if (operator?.state !== 'active' || gradeOf(operator.role, 'catalogue.publish') === 'no')
      fail('operatorForbidden');
    const { version, base } = await moveToNewest(tx, deps, draft);
    const outcome = await publishAct(tx, deps, { id, version, base, operatorId, reason });
    // a carried draft must not change more prices than were allowed
    if ((outcome.amount ?? 0) > planWeight) fail('draftOutdated');
    const by = { operatorId, requestId: PLAN_REQUEST_ID, network: '' };
    const after = { ...outcome.after, plannedFor: publishAt.toISOString() };
    await auditAct(tx, deps, { event: 'publishCatalogue', by, reason }, { ...outcome, after });
  });
}

/**
 * Ends the plan and carries the draft over if another revision was published since the plan.
 * @throws AppError draftOutdated if both changed the same entry
 */
async function moveToNewest(tx: NodePgDatabase, deps: Pick<Deps, 'now'>, draft: PlannedDraft) {
  const version = await planDraft(tx, draft, null);
  const newest = (await newestRevision(tx)) ?? fail('notFound');
  if (newest.id === draft.baseRevision) return { version, base: newest.id };
  const base = (await findRevision(tx, draft.baseRevision)) ?? fail('notFound');
  const { content, conflicts } = carryOver(base.content, draft.content as Catalogue, newest.content);
  if (conflicts.length > 0) fail('draftOutdated');
  const change = { content, savedBy: draft.savedBy, baseRevision: newest.id };
  const saved = await saveDraft(tx, deps, { id: draft.id, version }, change);
  return { version: saved.version, base: newest.id };
}

async function endWithFailure(deps: Deps, id: number, failure: ErrorCode): Promise<void> {
  await withTx(deps.pool, async (tx) => {
    const draft = await lockDue(tx, deps, id);
    if (draft) await failPlan(tx, deps, draft, failure);
  });
}
