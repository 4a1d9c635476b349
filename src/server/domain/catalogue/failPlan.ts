import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { catalogueDrafts } from '#/server/platform/db/tables/operators/catalogue.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { DraftRow } from './drafts.ts';

/** Stands in the audit log where acts have the id of their request. */
export const PLAN_REQUEST_ID = 'publishPlanned';

/** A draft that a job will publish. */
export type PlannedDraft = DraftRow & {
  publishAt: Date;
  plannedBy: number;
  planReason: string;
  planWeight: number;
};

/** Locks the drafts that are planned in the name of an operator. */
export async function lockPlansOf(tx: NodePgDatabase, operatorId: number): Promise<PlannedDraft[]> {
  const { plannedBy, publishAt, planFailure, id } = catalogueDrafts;
  const wherePlanned = and(eq(plannedBy, operatorId), isNotNull(publishAt), isNull(planFailure));
  const rows = await tx.select().from(catalogueDrafts).where(wherePlanned).orderBy(asc(id)).for('update');
  return rows as PlannedDraft[];
}

/** Marks the plan of a locked draft as failed, so that operators see why. The draft can be changed again. */
export async function failPlan(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { id, plannedBy, publishAt, planReason }: PlannedDraft,
  failure: ErrorCode,
): Promise<void> {
  await tx.update(catalogueDrafts).set({ planFailure: failure }).where(eq(catalogueDrafts.id, id));
  const act = {
    operatorId: plannedBy,
    requestId: PLAN_REQUEST_ID,
    network: '',
    targetType: 'catalogueDraft',
    targetId: String(id),
    before: { publishAt: publishAt.toISOString() },
    after: { failure },
    reason: planReason,
  };
  await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'planFailed', act });
}
