import { createHash } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressSubject } from '#/server/platform/kernel/rateLimit.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { knownDevices } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The longest time that browsers keep a cookie. */
const KNOWN_MS = 400 * DAY_MS;
/** Most known devices of one account. A further one replaces the device that was unused for longest. */
const MAX_DEVICES = 20;
const USER_AGENT_CHARACTERS = 300;

const sha256 = (text: string) => createHash('sha256').update(text).digest();
/** Browsers refuse the `__Host-` prefix without https. */
const cookieName = ({ isHttps }: Config) => (isHttps ? '__Host-oc_device' : 'oc_device');

/** Describes where a session was started: just enough for its player to recognise it. */
export function placeOf(request: FastifyRequest): { userAgent: string; address: string } {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_CHARACTERS);
  return { userAgent, address: maskedAddress(request.ip) };
}

/** A network address without its last part: "203.0.113.*"; the /48 of IPv6. */
export function maskedAddress(ip: string): string {
  const subject = addressSubject(ip);
  return subject.includes(':')
    ? `${subject.split(':').slice(0, 3).join(':')}::*`
    : subject.replace(/\.\d+$/, '.*');
}

/**
 * Whether the request comes from a browser that has signed in to the account before. Rate limits count such browsers
 * apart.
 */
export async function isKnownDevice(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  request: FastifyRequest,
  accountId: number,
): Promise<boolean> {
  const hash = deviceHashOf(deps.config, request);
  if (!hash) return false;
  const since = new Date(deps.now().getTime() - KNOWN_MS);
  const where = and(eq(knownDevices.accountId, accountId), eq(knownDevices.deviceHash, hash));
  const known = await deps.db
    .select({ accountId: knownDevices.accountId })
    .from(knownDevices)
    .where(and(where, gt(knownDevices.lastSeenAt, since)));
  return known.length > 0;
}

/**
 * Notes that the browser signed in to the account.
 * @returns the new value of its cookie, for `sendDevice` after the commit. It changes at each sign-in, so that a value
 *   planted by somebody else never becomes known.
 */
export async function rememberDevice(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'config' | 'now' | 'randomBytes'>,
  request: FastifyRequest,
  accountId: number,
): Promise<string> {
  const now = deps.now();
  const secret = deps.randomBytes(32).toString('base64url');
  const deviceHash = sha256(secret);
  const before = deviceHashOf(deps.config, request);
  // the new value replaces the old one for all accounts that signed in from this browser
  if (before) await tx.update(knownDevices).set({ deviceHash }).where(eq(knownDevices.deviceHash, before));
  await tx
    .insert(knownDevices)
    .values({ accountId, deviceHash, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [knownDevices.accountId, knownDevices.deviceHash],
      set: { lastSeenAt: now },
    });
  const newest = tx
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(eq(knownDevices.accountId, accountId))
    .orderBy(desc(knownDevices.lastSeenAt))
    .limit(MAX_DEVICES);
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.accountId, accountId), sql`${knownDevices.deviceHash} NOT IN (${newest})`));
  return secret;
}

export function sendDevice({ config }: Pick<Deps, 'config'>, reply: FastifyReply, secret: string): void {
  const { isHttps } = config;
  const shared: CookieSerializeOptions = { path: '/', sameSite: 'lax', secure: isHttps, httpOnly: true };
  void reply.setCookie(cookieName(config), secret, { ...shared, maxAge: KNOWN_MS / 1000 });
}

/**
 * Forgets the known devices of an account, so that an intruder loses their separate rate limits.
 * @param except request of the browser that stays known
 */
export async function forgetDevices(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'config'>,
  accountId: number,
  except?: FastifyRequest,
): Promise<void> {
  const hash = except && deviceHashOf(deps.config, except);
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.accountId, accountId), hash && ne(knownDevices.deviceHash, hash)));
}

function deviceHashOf(config: Config, request: FastifyRequest): Buffer | undefined {
  const value = request.cookies[cookieName(config)];
  return value ? sha256(value) : undefined;
}
