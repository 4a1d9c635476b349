import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { operatorSignInBody } from '#/contract/operator/people/people.ts';
import { verifyPassword } from '#/server/domain/accounts/password.ts';
import { auditFailure, countGuess, operatorByEmail } from '#/server/domain/operators/operatorAttempts.ts';
import { takeFactorCode } from '#/server/domain/operators/operatorFactors.ts';
import {
  endOperatorSession,
  findOperator,
  type OperatorSession,
  sendOperatorCookie,
  startOperatorSession,
} from '#/server/domain/operators/operatorSessions.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { AppError, fail } from '#/server/platform/kernel/errors.ts';
import { actorOf } from '../calls/operatorRoute.ts';

/**
 * Signs an operator in with address, password and code. Every wrong input gets the same answer (O2). The previous
 * session of the browser ends.
 * @throws AppError errorCredentials; tooManyRequests; busy
 */
export async function signInOperator(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password, code }: z.output<typeof operatorSignInBody>,
): Promise<object> {
  const found = await operatorByEmail(deps, email);
  const takeBack = await countGuess(deps, request, found?.id);
  const passwordHash =
    found?.state === 'active' && !found.isDemo ? (found.passwordHash ?? undefined) : undefined;
  const isRight = await verifyPassword(passwordHash, password).catch(async (error: unknown) => {
    // the server was too busy to check the password
    if (error instanceof AppError) await takeBack();
    throw error;
  });
  if (!found || !isRight || !(await takeFactorCode(deps, found.id, code))) {
    await auditFailure(deps, actorOf(request, { id: found?.id ?? null }));
    return fail('errorCredentials');
  }
  await takeBack();
  const before = await findOperator(deps, request);
  const token = await withTx(deps.pool, async (tx) => {
    const [current] = await tx.select().from(operators).where(eq(operators.id, found.id)).for('update');
    // the operator was disabled or got another role since the check
    if (current?.version !== found.version || current.state !== 'active') fail('errorCredentials');
    if (before) await endOperatorSession(tx, deps, reply, before.sessionId);
    const act = { ...actorOf(request, found), targetType: 'operator', targetId: String(found.id) };
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'operatorSignedIn', act });
    return startOperatorSession(tx, deps, request, found.id);
  });
  sendOperatorCookie(deps, reply, token);
  return {};
}

/** Ends the session of the caller. */
export async function signOutOperator(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  operator: OperatorSession,
): Promise<object> {
  await withTx(deps.pool, async (tx) => {
    await endOperatorSession(tx, deps, reply, operator.sessionId);
    const act = { ...actorOf(request, operator), targetType: 'operator', targetId: String(operator.id) };
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'operatorSignedOut', act });
  });
  return {};
}
