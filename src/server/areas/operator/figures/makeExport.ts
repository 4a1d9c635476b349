import { Readable } from 'node:stream';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExportKind, MakeExportBody } from '#/contract/operator/figures/exports.ts';
import { gradeOf, type Permission } from '#/contract/operator/people/permissions.ts';
import { exportExtent, exportText } from '#/server/domain/figures/exportRows.ts';
import { EXPORTS_BY_HOUR } from '#/server/domain/operators/operatorLimits.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { exportTickets } from '#/server/platform/db/tables/operators/figures.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { sha256 } from '#/server/platform/kernel/encryption.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { actorOf, auditRefusal } from '../calls/operatorRoute.ts';

const TICKET_MS = 60_000;

/** Additional permission that a kind of export needs. */
const ALSO_NEEDS: Partial<Record<ExportKind, Permission>> = { players: 'see.personal', audit: 'audit.see' };

/**
 * Writes the request for a file and its number of rows into the audit log, and returns a ticket that downloads the
 * file once. The rows are neither in the answer nor stored.
 * @throws AppError operatorForbidden, tooManyRequests
 */
export async function makeExport(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  { reason, ...filter }: MakeExportBody,
): Promise<{ ticket: string; rows: number }> {
  const needs = ALSO_NEEDS[filter.kind];
  if (needs && gradeOf(operator.role, needs) !== 'yes') {
    await auditRefusal(deps, request, operator, { needs, path: `exports/${filter.kind}` });
    fail('operatorForbidden');
  }
  await countAttempt(deps, EXPORTS_BY_HOUR, String(operator.id));
  const { askedAt, ...extent } = await exportExtent(deps, filter);
  const ticket = deps.randomBytes(32).toString('base64url');
  await withTx(deps.pool, async (tx) => {
    await tx.insert(exportTickets).values({
      ticketHash: sha256(ticket),
      operatorId: operator.id,
      filter,
      ...extent,
      expiresAt: new Date(askedAt.getTime() + TICKET_MS),
    });
    const { kind, ...chosen } = filter;
    await writeAudit(tx, deps, {
      accountId: null,
      actor: 'operator',
      event: 'exportMade',
      act: {
        ...actorOf(request, operator),
        targetType: 'export',
        targetId: kind,
        after: { ...chosen, rows: extent.rows },
        reason,
      },
    });
  });
  return { ticket, rows: extent.rows };
}

/** Streams the file of a ticket, once. @throws AppError notFound */
export async function sendExport(
  deps: Deps,
  reply: FastifyReply,
  operator: OperatorSession,
  ticket: string,
): Promise<Readable> {
  const whereLive = and(
    eq(exportTickets.ticketHash, sha256(ticket)),
    eq(exportTickets.operatorId, operator.id),
    isNull(exportTickets.usedAt),
    gt(exportTickets.expiresAt, deps.now()),
  );
  const [used] = await deps.db.update(exportTickets).set({ usedAt: deps.now() }).where(whereLive).returning();
  const { filter, expiresAt, ...extent } = used ?? fail('notFound');
  const askedAt = new Date(expiresAt.getTime() - TICKET_MS);
  const { kind, from, to } = filter;
  void reply.type('text/csv; charset=utf-8');
  void reply.header('content-disposition', `attachment; filename="${kind}-${from}-${to}.csv"`);
  // reads at most one batch ahead of the client
  return Readable.from(exportText(deps, filter, { ...extent, askedAt }), { highWaterMark: 1 });
}
