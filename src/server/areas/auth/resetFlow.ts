import { createHash, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { codeMac, newCode, plainCode } from '../codes.ts';
import type { Config } from '../config.ts';
import { passwordResets } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { isKnownDevice } from '../devices.ts';

/** Whose password is recovered: an address on a server, somebody's or nobody's. */
export interface Mailbox {
  server: string;
  email: string;
}

/** A recovery of which the code has not run out. */
export interface ResetFlow {
  id: number;
  /** Null: nobody has this address. */
  accountId: number | null;
  codeMac: Buffer;
  acceptedAt: Date | null;
}

const CODE_LENGTH = 8;
const MAX_ATTEMPTS = 5;
const LIFETIME_MS = 10 * 60_000;
const COOKIE_SECONDS = 3600;

const sha256 = (text: string) => createHash('sha256').update(text).digest();
/** Browsers refuse the prefix without https. */
const cookieName = ({ isHttps }: Config) => (isHttps ? '__Host-oc_reset' : 'oc_reset');
const cookieOptions = ({ isHttps }: Config) =>
  ({ path: '/', sameSite: 'lax', secure: isHttps, httpOnly: true }) as const;

const hashOfCookie = ({ config }: Pick<Deps, 'config'>, request: FastifyRequest) =>
  sha256(request.cookies[cookieName(config)] ?? '');
const macOf = ({ secretKey }: Pick<Deps, 'secretKey'>, { server, email }: Mailbox, typed: string) =>
  codeMac(secretKey, 'reset', `${server}/${email}`, plainCode(typed));
const inTenMinutes = (now: Date) => new Date(now.getTime() + LIFETIME_MS);
const isOpen = (now: Date) => and(isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now));

/** For whom tries and mails are counted: a device that the account knows apart from everybody else. */
export async function subjectOf(
  deps: Deps,
  request: FastifyRequest,
  { server, email }: Mailbox,
  accountId: number | null,
): Promise<string> {
  const isKnown = await isKnownDevice(deps, request, accountId ?? 0);
  return `${server}/${email}${isKnown ? '/known' : ''}`;
}

/**
 * Begins a recovery: a code for the mail, a secret for this browser's cookie. The one that this browser began before
 * is over.
 */
export async function beginFlow(
  tx: NodePgDatabase,
  deps: Deps,
  request: FastifyRequest,
  mailbox: Mailbox & { accountId: number | null },
): Promise<{ id: number; code: string; secret: string }> {
  const { accountId, server, email } = mailbox;
  const now = deps.now();
  const code = newCode(deps, CODE_LENGTH);
  const secret = deps.randomBytes(32).toString('base64url');
  await tx
    .update(passwordResets)
    .set({ expiresAt: now })
    .where(and(eq(passwordResets.flowHash, hashOfCookie(deps, request)), isOpen(now)));
  const [begun] = await tx
    .insert(passwordResets)
    .values({
      serverKey: server,
      email,
      accountId,
      flowHash: sha256(secret),
      codeMac: macOf(deps, mailbox, code),
      createdAt: now,
      expiresAt: inTenMinutes(now),
    })
    .returning({ id: passwordResets.id });
  return { id: begun!.id, code, secret };
}

/** The recovery that this browser began for this address, unless it is used or has run out. */
export async function findFlow(
  deps: Deps,
  request: FastifyRequest,
  { server, email }: Mailbox,
): Promise<ResetFlow | undefined> {
  const { id, accountId, codeMac: mac, acceptedAt, flowHash, serverKey } = passwordResets;
  const isIt = and(
    eq(flowHash, hashOfCookie(deps, request)),
    eq(serverKey, server),
    eq(passwordResets.email, email),
  );
  const [flow] = await deps.db
    .select({ id, accountId, codeMac: mac, acceptedAt })
    .from(passwordResets)
    .where(and(isIt, isOpen(deps.now())));
  return flow;
}

/** Takes one of the five attempts at a code, before it is evaluated. @returns false when none is left */
export async function countAttempt(deps: Deps, { id }: ResetFlow): Promise<boolean> {
  const counted = await deps.db
    .update(passwordResets)
    .set({ attempts: sql`${passwordResets.attempts} + 1` })
    .where(and(eq(passwordResets.id, id), lt(passwordResets.attempts, MAX_ATTEMPTS), isOpen(deps.now())))
    .returning({ id: passwordResets.id });
  return counted.length === 1;
}

export function isCodeOf(deps: Deps, flow: ResetFlow, mailbox: Mailbox, typed: string): boolean {
  return timingSafeEqual(flow.codeMac, macOf(deps, mailbox, typed));
}

/** The code was right: from now on there are ten minutes for the new password. @returns false when it ran out */
export async function acceptFlow(deps: Deps, { id }: ResetFlow): Promise<boolean> {
  const now = deps.now();
  const accepted = await deps.db
    .update(passwordResets)
    .set({ acceptedAt: now, expiresAt: inTenMinutes(now) })
    .where(and(eq(passwordResets.id, id), isOpen(now)))
    .returning({ id: passwordResets.id });
  return accepted.length === 1;
}

/** Uses an accepted recovery up. @returns false when another request was first or it ran out */
export async function useFlow(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { id }: ResetFlow,
): Promise<boolean> {
  const now = deps.now();
  const used = await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.id, id), sql`${passwordResets.acceptedAt} IS NOT NULL`, isOpen(now)))
    .returning({ id: passwordResets.id });
  return used.length === 1;
}

export function sendFlowCookie({ config }: Pick<Deps, 'config'>, reply: FastifyReply, secret: string): void {
  void reply.setCookie(cookieName(config), secret, { ...cookieOptions(config), maxAge: COOKIE_SECONDS });
}

export function clearFlowCookie({ config }: Pick<Deps, 'config'>, reply: FastifyReply): void {
  void reply.clearCookie(cookieName(config), cookieOptions(config));
}
