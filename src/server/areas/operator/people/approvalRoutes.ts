import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consequences } from '#/contract/operator/people/people.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { findApproval, isSecondPersonAsked, listApprovals } from '#/server/domain/operators/approvals.ts';
import {
  approve,
  endWaiting,
  mayDecide,
  previewApproval,
  requestOf,
} from '#/server/domain/operators/decideApproval.ts';
import { changeLimits, listLimits } from '#/server/domain/operators/limits.ts';
import { type OperatorSession, provenUntil } from '#/server/domain/operators/operatorSessions.ts';
import { switchSecondPerson } from '#/server/domain/operators/secondPerson.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { idOf, operatorAct } from '../calls/operatorAct.ts';
import { actorOf, auditRefusal, operatorRoute } from '../calls/operatorRoute.ts';

/** Serves limits, and the requests for a second person (O5). */
export function approvalRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, operatorCalls.limits, async () => ({
    limits: await listLimits(deps),
    isSecondPersonAsked: await isSecondPersonAsked(deps.db),
  }));
  operatorAct(app, deps, operatorCalls.changeLimits, 'changeLimits', async (tx, { params, body }) => {
    const { permission, perAct, perDay, version } = body;
    const change = { id: idOf(params), permission, perAct, perDay, version };
    return { ...(await changeLimits(tx, change)), target: { type: 'operator', id: params.id } };
  });
  operatorAct(app, deps, operatorCalls.switchSecondPerson, 'switchSecondPerson', async (tx, { body }) => ({
    ...(await switchSecondPerson(tx, body.isAsked)),
    target: { type: 'site', id: 'secondPerson' },
  }));
  operatorRoute(app, deps, operatorCalls.approvals, (_, { operator }) => listApprovals(deps, operator));
  const { approve: row } = operatorCalls;
  operatorRoute(app, deps, row, async ({ params, body }, { request, operator }) => {
    const id = idOf(params);
    const { act } = await requireDecider(deps, request, operator, id);
    if (app.operatorProofs.has(act) && provenUntil(operator) <= deps.now()) fail('proofNeeded');
    const by = actorOf(request, operator);
    await approve(deps, app.operatorActs, { id, by, reason: body.reason ?? null });
    return findApproval(deps, id);
  });
  operatorRoute(
    app,
    deps,
    row,
    async ({ params }, { request, operator }) => {
      const id = idOf(params);
      await requireDecider(deps, request, operator, id);
      return previewApproval(deps, app.operatorActs, id);
    },
    { suffix: '/preview', replySchema: consequences },
  );
  operatorRoute(app, deps, operatorCalls.decline, async ({ params, body }, { request, operator }) => {
    const id = idOf(params);
    await requireDecider(deps, request, operator, id);
    await endWaiting(deps, 'declined', { id, by: actorOf(request, operator), reason: body.reason });
    return findApproval(deps, id);
  });
  operatorRoute(app, deps, operatorCalls.withdraw, async ({ params, body }, { request, operator }) => {
    const id = idOf(params);
    const { operatorId } = await requestOf(deps, id);
    if (operatorId !== operator.id) await refuse(deps, request, operator, 'withdraw');
    await endWaiting(deps, 'withdrawn', {
      id,
      by: actorOf(request, operator),
      reason: body.reason ?? null,
    });
    return findApproval(deps, id);
  });
}

/** @throws AppError notFound; operatorForbidden, which is written into the audit log */
async function requireDecider(deps: Deps, request: FastifyRequest, operator: OperatorSession, id: number) {
  const found = await requestOf(deps, id);
  return mayDecide(operator, found) ? found : refuse(deps, request, operator, found.permission);
}

async function refuse(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  needs: string,
): Promise<never> {
  await auditRefusal(deps, request, operator, { needs, path: request.routeOptions.url ?? '' });
  return fail('operatorForbidden');
}
