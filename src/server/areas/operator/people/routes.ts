import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { requireCode } from '#/server/domain/operators/operatorAttempts.ts';
import { inviteStaff, resetStaff } from '#/server/domain/operators/mailedLinks.ts';
import { findOperator, proveSession, provenUntil } from '#/server/domain/operators/operatorSessions.ts';
import { endShownSession, listSessions } from '#/server/domain/operators/shownSessions.ts';
import { changeStaff, listStaff } from '#/server/domain/operators/staff.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { idOf, operatorAct } from '../calls/operatorAct.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { acceptInvitation, showInvitation } from './acceptInvitation.ts';
import { auditLog } from './auditLog.ts';
import { signInOperator, signOutOperator } from './signIn.ts';

/** Serves the calls about operators: sign-in, invitations, sessions, staff and the audit log. */
export function peopleRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, operatorCalls.session, async (_, { request, reply }) => {
    const operator = await findOperator(deps, request);
    return {
      csrfToken: reply.generateCsrf(),
      operator: operator && { ...operator, provenUntil: provenUntil(operator).toISOString() },
    };
  });
  operatorRoute(app, deps, operatorCalls.signIn, ({ body }, { request, reply }) =>
    signInOperator(deps, request, reply, body),
  );
  operatorRoute(app, deps, operatorCalls.invitation, ({ body }, { request }) =>
    showInvitation(deps, request, body.token),
  );
  operatorRoute(app, deps, operatorCalls.acceptInvitation, ({ body }, { request, reply }) =>
    acceptInvitation(deps, request, reply, body),
  );
  operatorRoute(app, deps, operatorCalls.signOut, (_, { request, reply, operator }) =>
    signOutOperator(deps, request, reply, operator),
  );
  operatorRoute(app, deps, operatorCalls.prove, async ({ body }, { request, operator }) => {
    await requireCode(deps, request, operator, body.code);
    return { provenUntil: (await proveSession(deps, operator.sessionId)).toISOString() };
  });
  operatorRoute(app, deps, operatorCalls.chooseLanguage, async ({ body }, { operator }) => {
    await deps.db.update(operators).set(body).where(eq(operators.id, operator.id));
    return {};
  });
  operatorRoute(app, deps, operatorCalls.staff, async () => ({
    staff: await listStaff(deps.db, deps.now()),
  }));
  operatorAct(app, deps, operatorCalls.changeStaff, 'changeStaff', async (tx, { params, body }) => {
    const { role, isDisabled, version } = body;
    const id = idOf(params);
    const { member, before, after } = await changeStaff(tx, deps, { id, role, isDisabled, version });
    return { reply: member, target: { type: 'operator', id: params.id }, before, after };
  });
  operatorAct(app, deps, operatorCalls.inviteStaff, 'inviteStaff', async (tx, { body }, by) => {
    const { reply, before, after } = await inviteStaff(tx, deps, body, by);
    return { reply, target: { type: 'operator', id: String(reply.member.id) }, before, after };
  });
  operatorAct(app, deps, operatorCalls.resetStaff, 'resetStaff', async (tx, { params, body }, by) => {
    const done = await resetStaff(tx, deps, { id: idOf(params), version: body.version }, by);
    return { ...done, target: { type: 'operator', id: params.id } };
  });
  operatorRoute(app, deps, operatorCalls.sessions, async (_, { operator }) => ({
    sessions: await listSessions(deps, operator.sessionId),
  }));
  operatorAct(app, deps, operatorCalls.endSession, 'endSession', async (tx, { params }) => {
    const { operatorId, before, after } = await endShownSession(tx, deps, idOf(params));
    return { reply: {}, target: { type: 'operator', id: String(operatorId) }, before, after };
  });
  operatorRoute(app, deps, operatorCalls.audit, ({ query }, { operator }) => auditLog(deps, operator, query));
}
