import type { CookieSerializeOptions } from '@fastify/cookie';
import { and, desc, eq, gt, ne, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TrustedDevice } from '#/contract/cabinet.ts';
import { TRUSTED_DEVICE_DAYS } from '#/contract/kernel/limits.ts';
import { sha256 } from '#/server/platform/kernel/encryption.ts';
import { addressSubject } from '#/server/platform/kernel/rateLimit.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { hostCookie } from '#/server/platform/config/hostCookie.ts';
import { knownDevices } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { deviceName } from './deviceName.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The longest time that browsers keep a cookie. */
const KNOWN_MS = 400 * DAY_MS;
/** Most known devices of one account. A further one replaces the device that was unused for longest. */
const MAX_DEVICES = 20;
const USER_AGENT_CHARACTERS = 300;
/** Time for which a trusted device is not asked for a code of the second factor (A11). */
const TRUSTED_MS = TRUSTED_DEVICE_DAYS * DAY_MS;

const cookieName = (config: Config) => hostCookie('oc_device', config);

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
  return (await findDevice(deps, request, accountId)) !== undefined;
}

/**
 * Whether the request comes from a browser in which the player chose not to be asked for a code (A11). The cookie alone
 * opens nothing: the password is always asked for.
 */
export async function isTrustedDevice(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  request: FastifyRequest,
  accountId: number,
): Promise<boolean> {
  const device = await findDevice(deps, request, accountId);
  return (device?.trustedUntil ?? 0) > deps.now();
}

async function findDevice(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  request: FastifyRequest,
  accountId: number,
) {
  const hash = deviceHashOf(deps.config, request);
  if (!hash) return undefined;
  const since = new Date(deps.now().getTime() - KNOWN_MS);
  const where = and(eq(knownDevices.accountId, accountId), eq(knownDevices.deviceHash, hash));
  const [device] = await deps.db
    .select({ trustedUntil: knownDevices.trustedUntil })
    .from(knownDevices)
    .where(and(where, gt(knownDevices.lastSeenAt, since)));
  return device;
}

interface SignedIn {
  accountId: number;
  /** The session that the sign-in began. Absent if the browser is known by a mailed link. */
  sessionId?: number;
  isTrusted?: boolean;
}

/**
 * Notes that the browser signed in to the account, and trusts it from now on if the player asked for that.
 * @returns the new value of its cookie, for `sendDevice` after the commit. It changes at each sign-in, so that a value
 *   planted by somebody else never becomes known.
 */
export async function noteDevice(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'config' | 'now' | 'randomBytes'>,
  request: FastifyRequest,
  { accountId, sessionId, isTrusted = false }: SignedIn,
): Promise<string> {
  const now = deps.now();
  const secret = deps.randomBytes(32).toString('base64url');
  const deviceHash = sha256(secret);
  const before = deviceHashOf(deps.config, request);
  // the new value replaces the old one for all accounts that signed in from this browser
  if (before) await tx.update(knownDevices).set({ deviceHash }).where(eq(knownDevices.deviceHash, before));
  const seen = {
    userAgent: placeOf(request).userAgent,
    sessionId: sessionId ?? null,
    lastSeenAt: now,
    // an earlier trust goes on to its end
    ...(isTrusted && { trustedUntil: new Date(now.getTime() + TRUSTED_MS) }),
  };
  await tx
    .insert(knownDevices)
    .values({ accountId, deviceHash, firstSeenAt: now, ...seen })
    .onConflictDoUpdate({ target: [knownDevices.accountId, knownDevices.deviceHash], set: seen });
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

/** Sends the cookie of a known device, with the value from `noteDevice`. */
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

/**
 * Ends the trust in devices of an account, which then are asked for a code again.
 * @param where limits this to some of them
 * @returns how many were trusted
 */
export async function endTrust(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  accountId: number,
  where?: SQL,
): Promise<number> {
  const ended = await tx
    .update(knownDevices)
    .set({ trustedUntil: null })
    .where(and(eq(knownDevices.accountId, accountId), gt(knownDevices.trustedUntil, now()), where))
    .returning({ id: knownDevices.id });
  return ended.length;
}

/** The trusted devices of an account, the last used first. */
export async function trustedDevicesOf(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  request: FastifyRequest,
  accountId: number,
): Promise<TrustedDevice[]> {
  const { id, userAgent, lastSeenAt, trustedUntil, deviceHash } = knownDevices;
  const trusted = await db
    .select({ id, userAgent, lastSeenAt, trustedUntil, deviceHash })
    .from(knownDevices)
    .where(and(eq(knownDevices.accountId, accountId), gt(trustedUntil, now())))
    .orderBy(desc(lastSeenAt), desc(id));
  const own = deviceHashOf(config, request);
  return trusted.map((device) => ({
    id: device.id,
    isCurrent: own?.equals(device.deviceHash) ?? false,
    device: deviceName(device.userAgent),
    lastSeenAt: device.lastSeenAt.toISOString(),
    trustedUntil: device.trustedUntil?.toISOString() ?? '',
  }));
}

function deviceHashOf(config: Config, request: FastifyRequest): Buffer | undefined {
  const value = request.cookies[cookieName(config)];
  return value ? sha256(value) : undefined;
}
