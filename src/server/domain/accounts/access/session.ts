import type { CookieSerializeOptions } from '@fastify/cookie';
import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '#/contract/kernel/locale.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import { lockAccount } from '../accountLock.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { hostCookie } from '#/server/platform/config/hostCookie.ts';
import { accounts, sessions } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { placeOf, noteDevice, sendDevice } from './devices.ts';
import { sha256 } from '#/server/platform/kernel/encryption.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { whereLive } from './liveSessions.ts';
import { liveSessionsOf } from './sessionLookup.ts';
import { noticeSignIn } from './signInNotice.ts';
import { refuseBlocked } from './blocks.ts';

/** The caller: a live session and its account. */
export interface SessionAccount {
  id: number;
  sessionId: number;
  serverKey: string;
  /** Whether the player owes coins. If so, they can neither spend coins nor open cases. */
  isInDebt: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TICKET_MS = MINUTE_MS;
const SESSION_MS = 30 * DAY_MS;
/** A session is marked as used at most this often, so that most requests write nothing. */
const SEEN_EVERY_MS = 5 * MINUTE_MS;
const MAX_SESSIONS = 10;

const newSecret = (deps: Deps) => deps.randomBytes(32).toString('base64url');
const cookieName = (config: Config) => hostCookie('oc_session', config);

function cookieOptions({ isHttps }: Config): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure: isHttps };
}

const bearerOf = (request: FastifyRequest) =>
  /^Bearer ([\w-]{1,128})$/i.exec(request.headers.authorization ?? '')?.[1];

/**
 * Finds the live session of a request, or null. A bearer works alone. A browser needs both its readable handle and
 * its HttpOnly cookie, so the handle is also the CSRF token (A5).
 */
export async function findSession(deps: Deps, request: FastifyRequest): Promise<SessionAccount | null> {
  return findByToken(deps, request, bearerOf(request));
}

/**
 * Finds the live session of a page's event stream, or null. A browser opens it without a header of its own, so both cookies
 * count. Only use it for what another site may cause but not read.
 */
export async function findPageSession(deps: Deps, request: FastifyRequest): Promise<SessionAccount | null> {
  return findByToken(deps, request, request.cookies[TOKEN_COOKIE]);
}

async function findByToken(
  deps: Deps,
  request: FastifyRequest,
  bearer: string | undefined,
): Promise<SessionAccount | null> {
  if (!bearer) return null;
  const bearerHash = sha256(bearer);
  const cookie = request.cookies[cookieName(deps.config)];
  const cookieHash = cookie ? sha256(cookie) : undefined;
  const now = deps.now();
  const rows = await liveSessionsOf(deps, cookieHash ? [bearerHash, cookieHash] : [bearerHash]);
  const session = rows.find(({ kind, token_hash, handle_hash }) =>
    kind === 'browser'
      ? cookieHash?.equals(token_hash) && handle_hash?.equals(bearerHash)
      : token_hash.equals(bearerHash),
  );
  if (!session) return null;
  const id = Number(session.id);
  if (!deps.isReadOnly() && now.getTime() - session.last_seen_at.getTime() > SEEN_EVERY_MS)
    await deps.db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
  const accountId = Number(session.account_id);
  if (!deps.isReadOnly()) await followLanguage(deps, request, accountId, session.locale);
  return {
    id: accountId,
    sessionId: id,
    serverKey: session.server_key,
    isInDebt: session.is_in_debt,
  };
}

/** Mails come in the language of the page on which the player last did something (A9). */
async function followLanguage(deps: Deps, request: FastifyRequest, id: number, known: Locale): Promise<void> {
  if (request.method === 'GET') return;
  const locale = acceptedLocale(request.headers['accept-language']) ?? known;
  if (locale !== known) await deps.db.update(accounts).set({ locale }).where(eq(accounts.id, id));
}

/** Proof of identity that the player has just given. */
interface Proof {
  event: 'signedUp' | 'signedIn';
  /**
   * The hash that the password matched, or the present one after a passkey. If the stored hash has changed since, no
   * session starts.
   */
  passwordHash: string;
  /** The passkey that proved it instead of the password. */
  passkeyId?: number;
  /** Whether the browser becomes a trusted device. */
  trustsDevice?: boolean;
}

/**
 * Starts a session for a player who has just proved their identity. A browser gets a ticket, which it exchanges within
 * `TICKET_MS`; other clients get a bearer for `SESSION_MS`, or until `IDLE_MS` without use. Mails follow the caller's
 * language from now on.
 * @returns the token; only its hash is stored
 * @throws AppError errorCredentials if the account was closed or its password changed meanwhile; accountBlocked
 */
export async function startSession(
  tx: NodePgDatabase,
  deps: Deps,
  request: FastifyRequest,
  accountId: number,
  { event, passwordHash, passkeyId, trustsDevice = false }: Proof,
): Promise<string> {
  const isBrowser = request.headers['sec-fetch-site'] !== undefined;
  const token = newSecret(deps);
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  if (account?.status !== 'active' || account.passwordHash !== passwordHash) fail('errorCredentials');
  await refuseBlocked(tx, deps, accountId, 'sign-in');
  const locale = acceptedLocale(request.headers['accept-language']) ?? account.locale;
  if (locale !== account.locale) await tx.update(accounts).set({ locale }).where(eq(accounts.id, accountId));
  const session = await insertSession(tx, deps, accountId, {
    ...placeOf(request),
    provenAt: deps.now(),
    kind: isBrowser ? 'ticket' : 'bearer',
    tokenHash: sha256(token),
    lifetimeMs: isBrowser ? TICKET_MS : SESSION_MS,
    trustsDevice,
  });
  await writeAudit(tx, deps, {
    accountId,
    actor: 'player',
    event,
    detail: { session, ...(passkeyId !== undefined && { passkey: passkeyId }) },
  });
  if (event === 'signedIn') await noticeSignIn(tx, deps, request, { ...account, locale });
  return token;
}

/**
 * Exchanges the token of a sign-in for a browser session. Ends the token and the browser's previous session.
 * @returns false if the token is not alive
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
  const device = await withTx(deps.pool, async (tx) => {
    const byToken = eq(sessions.tokenHash, sha256(token));
    const owner = tx.select({ id: sessions.accountId }).from(sessions).where(byToken);
    const account = await lockAccount(tx, inArray(accounts.id, owner));
    if (account?.status !== 'active') return undefined;
    const [ticket] = await tx
      .update(sessions)
      .set({ endedAt: now })
      .where(and(byToken, ne(sessions.kind, 'browser'), whereLive(now)))
      .returning({
        userAgent: sessions.userAgent,
        address: sessions.address,
        provenAt: sessions.provenAt,
        trustsDevice: sessions.trustsDevice,
      });
    if (!ticket) return undefined;
    const { trustsDevice: isTrusted, ...place } = ticket;
    await endByHashes(tx, now, browserHashes(deps.config, request));
    const sessionId = await insertSession(tx, deps, account.id, {
      ...place,
      kind: 'browser',
      tokenHash: sha256(secret),
      handleHash: sha256(handle),
      lifetimeMs: SESSION_MS,
    });
    if (isTrusted)
      await writeAudit(tx, deps, {
        accountId: account.id,
        actor: 'player',
        event: 'deviceTrusted',
        detail: { session: sessionId },
      });
    return noteDevice(tx, deps, request, { accountId: account.id, sessionId, isTrusted });
  });
  if (device === undefined) return false;
  sendDevice(deps, reply, device);
  const shared = { ...cookieOptions(deps.config), maxAge: SESSION_MS / 1000 };
  void reply.setCookie(cookieName(deps.config), secret, { ...shared, httpOnly: true });
  void reply.setCookie(TOKEN_COOKIE, handle, shared);
  return true;
}

/** Ends every session that the request names, by bearer, cookie or handle, and clears both cookies. Safe to repeat. */
export async function endSession(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const bearer = bearerOf(request);
  const hashes = browserHashes(deps.config, request);
  if (bearer) hashes.push(sha256(bearer));
  await withTx(deps.pool, async (tx) => {
    for (const { id, accountId } of await endByHashes(tx, deps.now(), hashes))
      await writeAudit(tx, deps, { accountId, actor: 'player', event: 'signedOut', detail: { session: id } });
  });
  clearCookies(deps.config, reply);
}

/** Removes the session cookies from the browser. */
export function clearCookies(config: Config, reply: FastifyReply): void {
  const shared = cookieOptions(config);
  void reply.clearCookie(cookieName(config), { ...shared, httpOnly: true });
  void reply.clearCookie(TOKEN_COOKIE, shared);
}

function browserHashes(config: Config, request: FastifyRequest): Buffer[] {
  const values = [request.cookies[cookieName(config)], request.cookies[TOKEN_COOKIE]];
  return values.filter((value) => value !== undefined).map(sha256);
}

async function endByHashes(tx: NodePgDatabase, now: Date, hashes: Buffer[]) {
  if (hashes.length === 0) return [];
  const byTokenOrHandle = or(inArray(sessions.tokenHash, hashes), inArray(sessions.handleHash, hashes));
  return tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(byTokenOrHandle, isNull(sessions.endedAt)))
    .returning({ id: sessions.id, accountId: sessions.accountId });
}

interface NewSession {
  kind: 'ticket' | 'bearer' | 'browser';
  tokenHash: Buffer;
  handleHash?: Buffer;
  userAgent: string;
  address: string;
  provenAt: Date;
  lifetimeMs: number;
  trustsDevice?: boolean;
}

// requires a locked account, or two sign-ins at once would not see each other and keep one session too many
async function insertSession(
  tx: NodePgDatabase,
  deps: Deps,
  accountId: number,
  { lifetimeMs, ...session }: NewSession,
): Promise<number> {
  const now = deps.now();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const [inserted] = await tx
    .insert(sessions)
    .values({ ...session, accountId, createdAt: now, lastSeenAt: now, expiresAt })
    .returning({ id: sessions.id });
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
  return inserted!.id;
}
