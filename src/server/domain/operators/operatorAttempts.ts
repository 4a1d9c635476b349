import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import { type OperatorAct, writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import {
  addAttempt,
  countAttempt,
  networkSubject,
  type RateLimit,
  scaled,
  takeBackAttempt,
} from '#/server/platform/kernel/rateLimit.ts';
import { takeFactorCode } from './operatorFactors.ts';
import {
  AUDITED_FAILURES,
  OPERATOR_BY_DAY,
  OPERATOR_BY_NETWORK,
  OPERATOR_BY_QUARTER_HOUR,
} from './operatorLimits.ts';
import { isKnownNetwork, type OperatorSession } from './operatorSessions.ts';

type Counter = [RateLimit, subject: string];

/**
 * Counts an attempt at a password or a code before it is evaluated (O2).
 * @param operatorId the operator under attack; undefined for an unknown address and for links
 * @returns a function that takes the attempt back, because it was right
 * @throws AppError tooManyRequests
 */
export async function countGuess(
  deps: Deps,
  request: FastifyRequest,
  operatorId: number | undefined,
): Promise<() => Promise<void>> {
  const network: Counter = [
    scaled(OPERATOR_BY_NETWORK, deps.config.rateLimitScale),
    networkSubject(request.ip),
  ];
  const counters: Counter[] = [network];
  if (operatorId !== undefined) {
    const isKnown = await isKnownNetwork(deps, request, operatorId);
    const subject = isKnown ? `#${operatorId}/${networkSubject(request.ip)}` : `#${operatorId}`;
    counters.push([OPERATOR_BY_QUARTER_HOUR, subject], [OPERATOR_BY_DAY, subject]);
  }
  for (const [rateLimit, subject] of counters) await countAttempt(deps, rateLimit, subject);
  return async () => {
    for (const [rateLimit, subject] of counters) await takeBackAttempt(deps, rateLimit, subject);
  };
}

/**
 * Checks a code of a signed-in operator.
 * @throws AppError errorTwoFaActivated at code; tooManyRequests
 */
export async function requireCode(
  deps: Deps,
  request: FastifyRequest,
  { id }: OperatorSession,
  code: string,
): Promise<void> {
  const takeBack = await countGuess(deps, request, id);
  if (!(await takeFactorCode(deps, id, code)))
    fail('errorTwoFaActivated', { errors: { code: 'errorTwoFaActivated' } });
  await takeBack();
}

/**
 * Writes a failed sign-in into the audit log, without the typed values. The number of entries is limited, so that
 * strangers with many networks cannot fill the log.
 * @param by without an operator when the address is unknown
 */
export async function auditFailure(deps: Deps, by: Omit<OperatorAct, 'reason'>): Promise<void> {
  const { left } = await addAttempt(deps, AUDITED_FAILURES, `#${by.operatorId ?? ''}`);
  if (left < 0) return;
  await writeAudit(deps.db, deps, {
    accountId: null,
    actor: 'operator',
    event: 'operatorSignInFailed',
    act: by,
  });
}

/** Finds an operator by their address. */
export async function operatorByEmail({ db }: Pick<Deps, 'db'>, email: string) {
  const [found] = await db.select().from(operators).where(eq(operators.email, email.toLowerCase()));
  return found;
}
