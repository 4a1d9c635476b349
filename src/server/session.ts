import { createHash } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOKEN_COOKIE } from '#/contract/page.ts';
import type { Config } from './config.ts';
import { accounts, sessions } from './db/schema.ts';
import { withTx } from './db/tx.ts';
import type { Deps } from './deps.ts';

/** Who calls: a live session and its account. */
export interface SessionAccount {
  id: number;
  sessionId: number;
  serverKey: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TICKET_MS = MINUTE_MS;
const SESSION_MS = 30 * DAY_MS;
const IDLE_MS = 7 * DAY_MS;
/** A session is marked as used at most this often, so that reads stay reads. */
const SEEN_EVERY_MS = 5 * MINUTE_MS;
const MAX_SESSIONS = 10;

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const newSecret = (deps: Deps) => deps.randomBytes(32).toString('base64url');
/** Browsers refuse the prefix without https. */
const cookieName = (config: Config) => (config.isHttps ? '__Host-oc_session' : 'oc_session');

function cookieOptions({ isHttps }: Config): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure: isHttps };
}

const bearerOf = (request: FastifyRequest) =>
  /^Bearer ([\w-]{1,128})$/i.exec(request.headers.authorization ?? '')?.[1];

const FIND = {
  name: 'sessionFind',
  text: `SELECT s.id, s.kind, s.token_hash, s.handle_hash, s.last_seen_at, s.account_id, a.server_key
    FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE s.token_hash = ANY($1) AND s.ended_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3
      AND a.status = 'active'`,
};

interface FoundRow {
  id: string;
  kind: 'ticket' | 'bearer' | 'browser';
  token_hash: Buffer;
  handle_hash: Buffer | null;
  last_seen_at: Date;
  account_id: string;
  server_key: string;
}

/**
 * The live session of a request, or null. A bearer works alone; the readable handle of a browser works only together
 * with its HttpOnly cookie, and the cookie only together with its handle, which thereby is the CSRF token (A5).
 */
export async function findSession(deps: Deps, request: FastifyRequest): Promise<SessionAccount | null> {
  const bearer = bearerOf(request);
  if (!bearer) return null;
  const bearerHash = sha256(bearer);
  const cookie = request.cookies[cookieName(deps.config)];
  const cookieHash = cookie ? sha256(cookie) : undefined;
  const now = deps.now();
  const { rows } = await deps.pool.query<FoundRow>({
    ...FIND,
    values: [[bearerHash, cookieHash ?? bearerHash], now, new Date(now.getTime() - IDLE_MS)],
  });
  const session = rows.find(({ kind, token_hash, handle_hash }) =>
    kind === 'browser'
      ? cookieHash?.equals(token_hash) && handle_hash?.equals(bearerHash)
      : token_hash.equals(bearerHash),
  );
  if (!session) return null;
  const id = Number(session.id);
  if (now.getTime() - session.last_seen_at.getTime() > SEEN_EVERY_MS)
    await deps.db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
  return { id: Number(session.account_id), sessionId: id, serverKey: session.server_key };
}

/**
 * Starts a session for somebody who has just proved who he is. A browser gets a ticket that dies after 60 s unless it
 * is exchanged, everybody else a bearer for 30 days (7 without use).
 * @returns the token; only its hash is kept
 */
export async function startSession(
  tx: NodePgDatabase,
  deps: Deps,
  request: FastifyRequest,
  accountId: number,
): Promise<string> {
  const isBrowser = request.headers['sec-fetch-site'] !== undefined;
  const token = newSecret(deps);
  await insertSession(tx, deps, accountId, {
    kind: isBrowser ? 'ticket' : 'bearer',
    tokenHash: sha256(token),
    lifetimeMs: isBrowser ? TICKET_MS : SESSION_MS,
  });
  return token;
}

/**
 * Turns the token of a sign-in into a browser session: the token dies, and so does the session this browser had.
 * @returns false when the token is not alive
 */
export async function storeSession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<boolean> {
  const now = deps.now();
  const secret = newSecret(deps);
  const handle = newSecret(deps);
  const isStored = await withTx(deps.pool, async (tx) => {
    const isAlive = and(
      eq(sessions.tokenHash, sha256(token)),
      ne(sessions.kind, 'browser'),
      isNull(sessions.endedAt),
      gt(sessions.expiresAt, now),
      gt(sessions.lastSeenAt, new Date(now.getTime() - IDLE_MS)),
    );
    const [ticket] = await tx
      .update(sessions)
      .set({ endedAt: now })
      .where(isAlive)
      .returning({ accountId: sessions.accountId });
    if (!ticket) return false;
    await endByHashes(tx, now, browserHashes(deps.config, request));
    await insertSession(tx, deps, ticket.accountId, {
      kind: 'browser',
      tokenHash: sha256(secret),
      handleHash: sha256(handle),
      lifetimeMs: SESSION_MS,
    });
    return true;
  });
  if (!isStored) return false;
  const shared = { ...cookieOptions(deps.config), maxAge: SESSION_MS / 1000 };
  void reply.setCookie(cookieName(deps.config), secret, { ...shared, httpOnly: true });
  void reply.setCookie(TOKEN_COOKIE, handle, shared);
  return true;
}

/** Ends every session the request names, by bearer, cookie or handle, and clears both cookies. Repeating it is fine. */
export async function endSession(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const bearer = bearerOf(request);
  const hashes = browserHashes(deps.config, request);
  if (bearer) hashes.push(sha256(bearer));
  await endByHashes(deps.db, deps.now(), hashes);
  const shared = cookieOptions(deps.config);
  void reply.clearCookie(cookieName(deps.config), { ...shared, httpOnly: true });
  void reply.clearCookie(TOKEN_COOKIE, shared);
}

function browserHashes(config: Config, request: FastifyRequest): Buffer[] {
  const values = [request.cookies[cookieName(config)], request.cookies[TOKEN_COOKIE]];
  return values.filter((value) => value !== undefined).map(sha256);
}

async function endByHashes(db: NodePgDatabase, now: Date, hashes: Buffer[]): Promise<void> {
  if (hashes.length === 0) return;
  const isNamed = or(inArray(sessions.tokenHash, hashes), inArray(sessions.handleHash, hashes));
  await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(isNamed, isNull(sessions.endedAt)));
}

interface NewSession {
  kind: 'ticket' | 'bearer' | 'browser';
  tokenHash: Buffer;
  handleHash?: Buffer;
  lifetimeMs: number;
}

async function insertSession(
  tx: NodePgDatabase,
  deps: Deps,
  accountId: number,
  { lifetimeMs, ...session }: NewSession,
): Promise<void> {
  const now = deps.now();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  // sign-ins of one account take turns, or two at once would not see each other and keep eleven sessions
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  await tx.insert(sessions).values({ ...session, accountId, createdAt: now, lastSeenAt: now, expiresAt });
  const newest = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.id))
    .limit(MAX_SESSIONS);
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.endedAt),
        sql`${sessions.id} NOT IN (${newest})`,
      ),
    );
}
