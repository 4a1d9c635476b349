import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { rateLimits } from '#/server/platform/db/tables/site/requests.ts';
import type { Deps } from './deps.ts';
import { fail } from './errors.ts';

export interface RateLimit {
  name: string;
  limit: number;
  windowMs: number;
}

/** Scales a rate limit with RATE_LIMIT_SCALE. */
export function scaled(rateLimit: RateLimit, scale: number): RateLimit {
  return { ...rateLimit, limit: rateLimit.limit * scale };
}

/**
 * Key under which attempts are counted. It is keyed with the site's secret, so that a stolen table does not tell whose
 * address or mailbox was counted. Under a new secret the windows begin anew, once: counting under the former one as well
 * would cost every attempt a second row for something that ends within a day.
 */
function subjectHash({ secretKey }: Pick<Deps, 'secretKey'>, subject: string): Buffer {
  const key = createHmac('sha256', secretKey.current).update('rate limit').digest();
  return createHmac('sha256', key).update(subject).digest();
}

interface Count {
  /** Attempts left. Below 0 when this attempt exceeds the limit. */
  left: number;
  /** When the window ends and all attempts are available again. */
  resetsAt: Date;
}

/** Counts an attempt. Runs as a statement of its own, or in the transaction of `deps.db` if that is one. */
export async function addAttempt(
  deps: Pick<Deps, 'db' | 'now' | 'secretKey'>,
  rateLimit: RateLimit,
  subject: string,
): Promise<Count> {
  const now = deps.now();
  const resetsAt = new Date(now.getTime() + rateLimit.windowMs);
  const whereOver = sql`${rateLimits.resetsAt} <= ${now}`;
  const [state] = await deps.db
    .insert(rateLimits)
    .values({ name: rateLimit.name, subject: subjectHash(deps, subject), used: 1, resetsAt })
    .onConflictDoUpdate({
      target: [rateLimits.name, rateLimits.subject],
      set: {
        used: sql`CASE WHEN ${whereOver} THEN 1 ELSE least(${rateLimits.used} + 1, ${rateLimit.limit + 1}) END`,
        resetsAt: sql`CASE WHEN ${whereOver} THEN ${resetsAt} ELSE ${rateLimits.resetsAt} END`,
      },
    })
    .returning({ used: rateLimits.used, resetsAt: rateLimits.resetsAt });
  if (!state) throw new Error(`no counter of ${rateLimit.name}`);
  return { left: rateLimit.limit - state.used, resetsAt: state.resetsAt };
}

/** Seconds until an attempt is possible again, without counting one; 0 if one is possible now. */
export async function waitSecondsOf(
  deps: Pick<Deps, 'db' | 'now' | 'secretKey'>,
  rateLimit: RateLimit,
  subject: string,
): Promise<number> {
  const where = and(eq(rateLimits.name, rateLimit.name), eq(rateLimits.subject, subjectHash(deps, subject)));
  const [state] = await deps.db
    .select({ used: rateLimits.used, resetsAt: rateLimits.resetsAt })
    .from(rateLimits)
    .where(where);
  return state && state.used >= rateLimit.limit ? Math.max(0, secondsUntil(deps, state.resetsAt)) : 0;
}

/** Whole seconds until a time, rounded up; below 0 for a past one. */
export const secondsUntil = ({ now }: Pick<Deps, 'now'>, time: Date): number =>
  Math.ceil((time.getTime() - now().getTime()) / 1000);

/**
 * Counts an attempt before it is evaluated, outside the caller's transaction. Neither parallel requests nor a restart
 * of the server gives extra guesses.
 * @returns the attempts left, and when the window ends
 * @throws AppError tooManyRequests with the seconds until the window ends
 */
export async function countAttempt(deps: Deps, rateLimit: RateLimit, subject: string): Promise<Count> {
  const counted = await addAttempt(deps, rateLimit, subject);
  if (counted.left < 0) fail('tooManyRequests', { retryAfterSeconds: secondsUntil(deps, counted.resetsAt) });
  return counted;
}

/** A rate limit for the address of a caller, and a wider one for the network around it. */
export interface CallerLimits {
  address: RateLimit;
  network: RateLimit;
}

/** The scaled rate limits of a caller, each with the subject it counts for. */
export function callerCounters(
  { config }: Pick<Deps, 'config'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { address, network }: CallerLimits,
): [RateLimit, subject: string][] {
  return [
    [scaled(address, config.rateLimitScale), addressSubject(ip)],
    [scaled(network, config.rateLimitScale), networkSubject(ip)],
  ];
}

/**
 * Counts an attempt of a caller for their address and for their network.
 * @throws AppError tooManyRequests with the seconds until the window ends
 */
export async function countAttemptOfCaller(
  deps: Deps,
  request: Pick<FastifyRequest, 'ip'>,
  limits: CallerLimits,
): Promise<void> {
  for (const [rateLimit, subject] of callerCounters(deps, request, limits))
    await countAttempt(deps, rateLimit, subject);
}

/** Takes back a counted attempt, because it succeeded or because the server failed before it could evaluate it. */
export async function takeBackAttempt(deps: Deps, rateLimit: RateLimit, subject: string): Promise<void> {
  const counter = and(
    eq(rateLimits.name, rateLimit.name),
    eq(rateLimits.subject, subjectHash(deps, subject)),
  );
  await deps.db
    .update(rateLimits)
    .set({ used: sql`${rateLimits.used} - 1` })
    .where(and(counter, gt(rateLimits.used, 0)));
}

/**
 * Normalises an address for counting: an IPv6 address counts as its /64, because one customer has all of it. IPv4
 * written as IPv6 counts as IPv4.
 */
export function addressSubject(address: string): string {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const left = head ? head.split(':') : [];
  if (tail === undefined) return left.slice(0, 4).join(':');
  const right = tail ? tail.split(':') : [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** The network around an address: the /24 of IPv4, the /48 of IPv6. */
export function networkSubject(address: string): string {
  const subject = addressSubject(address);
  const separator = subject.includes(':') ? ':' : '.';
  // the first three parts: 8 bits each in IPv4, 16 in IPv6
  return subject.split(separator).slice(0, 3).join(separator);
}
