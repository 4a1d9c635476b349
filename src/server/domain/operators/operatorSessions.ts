import type { CookieSerializeOptions } from '@fastify/cookie';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UNATTENDED_HEADER } from '#/contract/operator/people/operatorPage.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import { placeOf } from '#/server/domain/accounts/access/devices.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { hostCookie } from '#/server/platform/config/hostCookie.ts';
import { operators, operatorSessions } from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { sha256 } from '#/server/platform/kernel/encryption.ts';

/** The caller: an active operator and their live session. */
export interface OperatorSession {
  id: number;
  sessionId: number;
  name: string;
  email: string;
  role: OperatorRole;
  provenAt: Date;
}

const MINUTE_MS = 60_000;
const SESSION_MS = 8 * 60 * MINUTE_MS;
const IDLE_MS = 30 * MINUTE_MS;
/** A session is marked as used at most this often, so that most requests write nothing. */
const SEEN_EVERY_MS = MINUTE_MS;
/** Time after a code in which acts need no new one. */
const PROOF_MS = 10 * MINUTE_MS;

const cookieName = (config: Config) => hostCookie('operator', config);
const cookieOptions = ({ isHttps }: Config): CookieSerializeOptions => ({
  path: '/',
  sameSite: 'strict',
  secure: isHttps,
  httpOnly: true,
});

/** SQL condition for live sessions: neither ended, nor as old as `SESSION_MS`, nor unused for `IDLE_MS` (O3). */
export const whereLiveAt = (now: Date) =>
  and(
    isNull(operatorSessions.endedAt),
    gt(operatorSessions.expiresAt, now),
    gt(operatorSessions.lastSeenAt, new Date(now.getTime() - IDLE_MS)),
  );

/** Returns the time from which acts need a new code. */
export const provenUntil = ({ provenAt }: Pick<OperatorSession, 'provenAt'>): Date =>
  new Date(provenAt.getTime() + PROOF_MS);

/**
 * Finds the live session of a request by its cookie, or null. Nothing is cached, so an ended session stops at once.
 * Automatic calls of an unattended page do not count as use.
 * @param isUse whether the request keeps the session alive
 */
export async function findOperator(
  deps: Deps,
  request: FastifyRequest,
  { isUse = request.headers[UNATTENDED_HEADER] === undefined } = {},
): Promise<OperatorSession | null> {
  const cookie = request.cookies[cookieName(deps.config)];
  if (!cookie) return null;
  const now = deps.now();
  const byToken = eq(operatorSessions.tokenHash, sha256(cookie));
  const [found] = await deps.db
    .select({
      id: operators.id,
      sessionId: operatorSessions.id,
      name: operators.name,
      email: operators.email,
      role: operators.role,
      provenAt: operatorSessions.provenAt,
      lastSeenAt: operatorSessions.lastSeenAt,
    })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(and(byToken, whereLiveAt(now), eq(operators.state, 'active'), eq(operators.isDemo, false)));
  if (!found) return null;
  const { lastSeenAt, ...session } = found;
  if (isUse && !deps.isReadOnly() && now.getTime() - lastSeenAt.getTime() > SEEN_EVERY_MS)
    await deps.db.update(operatorSessions).set({ lastSeenAt: now }).where(byToken);
  return session;
}

/**
 * Checks that a session found before is still alive and its operator has the same role. In a transaction both stay so
 * until its end. Locks the operator after drafts, players and orders, and before limits, as `changeStaff` does.
 * @throws AppError sessionRequired; operatorForbidden
 */
export async function checkOperator(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { sessionId, role }: Pick<OperatorSession, 'sessionId' | 'role'>,
): Promise<void> {
  const [found] = await tx
    .select({ role: operators.role })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(and(eq(operatorSessions.id, sessionId), whereLiveAt(now()), eq(operators.state, 'active')))
    .for('share');
  if (!found) fail('sessionRequired');
  if (found.role !== role) fail('operatorForbidden');
}

/** Starts a session for an operator after password and code were checked. Only the hash of its cookie is stored. */
export async function startOperatorSession(
  tx: NodePgDatabase,
  deps: Deps,
  request: FastifyRequest,
  operatorId: number,
): Promise<string> {
  const now = deps.now();
  const token = deps.randomBytes(32).toString('base64url');
  const { userAgent, address } = placeOf(request);
  await tx.insert(operatorSessions).values({
    operatorId,
    tokenHash: sha256(token),
    provenAt: now,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
    network: address,
    userAgent,
  });
  return token;
}

/** Sends the session's cookie, after the transaction that started the session. */
export function sendOperatorCookie({ config }: Deps, reply: FastifyReply, token: string): void {
  void reply.setCookie(cookieName(config), token, { ...cookieOptions(config), maxAge: SESSION_MS / 1000 });
}

/** Ends one session and clears the cookie. Safe to repeat. */
export async function endOperatorSession(
  tx: NodePgDatabase,
  deps: Deps,
  reply: FastifyReply,
  sessionId: number,
): Promise<void> {
  await tx.update(operatorSessions).set({ endedAt: deps.now() }).where(eq(operatorSessions.id, sessionId));
  void reply.clearCookie(cookieName(deps.config), cookieOptions(deps.config));
}

/**
 * Ends all sessions of an operator, because their role, state or factor changes (O3).
 * @returns the number of sessions that were alive
 */
export async function endSessionsOf(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  operatorId: number,
): Promise<number> {
  const ended = await tx
    .update(operatorSessions)
    .set({ endedAt: now() })
    .where(and(eq(operatorSessions.operatorId, operatorId), whereLiveAt(now())))
    .returning({ id: operatorSessions.id });
  return ended.length;
}

/**
 * Notes that the operator has given a valid code in this session.
 * @returns the time until which acts need no new one
 */
export async function proveSession({ db, now }: Deps, sessionId: number): Promise<Date> {
  const provenAt = now();
  await db.update(operatorSessions).set({ provenAt }).where(eq(operatorSessions.id, sessionId));
  return provenUntil({ provenAt });
}

/** Whether the operator has signed in from the network of this request before. */
export async function isKnownNetwork(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
  operatorId: number,
): Promise<boolean> {
  const { address } = placeOf(request);
  const byNetwork = and(eq(operatorSessions.operatorId, operatorId), eq(operatorSessions.network, address));
  const [known] = await db
    .select({ id: operatorSessions.id })
    .from(operatorSessions)
    .where(byNetwork)
    .limit(1);
  return known !== undefined;
}
