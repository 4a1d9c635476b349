import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#/server/platform/config/config.ts';
import { hostCookie } from '#/server/platform/config/hostCookie.ts';
import { passwordResets } from '#/server/platform/db/tables/mailedLinks.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { isKnownDevice } from '#/server/domain/accounts/access/devices.ts';
import {
  isResetCode,
  type Mailbox,
  type MailboxOfAccount,
  newResetCode,
  RESET_CODE_MS,
  type StoredCode,
  storeReset,
} from '#/server/domain/accounts/resetCodes.ts';
import { sha256 } from '#/server/platform/kernel/encryption.ts';

/** A recovery whose code has not expired. */
export interface ResetFlow {
  id: number;
  /** Null when no account has this address. */
  accountId: number | null;
  codeMac: Buffer;
  acceptedAt: Date | null;
}

const MAX_ATTEMPTS = 5;
/** Time for the new password after the code was accepted. */
const PASSWORD_LIFETIME_MS = 10 * 60_000;
const COOKIE_SECONDS = (RESET_CODE_MS + PASSWORD_LIFETIME_MS) / 1000;

const cookieName = (config: Config) => hostCookie('oc_reset', config);
const cookieOptions = ({ isHttps }: Config) =>
  ({ path: '/', sameSite: 'lax', secure: isHttps, httpOnly: true }) as const;

const cookieOf = ({ config }: Pick<Deps, 'config'>, request: FastifyRequest) =>
  request.cookies[cookieName(config)] ?? '';
const hashOfCookie = (deps: Pick<Deps, 'config'>, request: FastifyRequest) => sha256(cookieOf(deps, request));
const whereOpen = (now: Date) => and(isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now));

/**
 * The subject for which attempts are counted. Known devices of the account are counted separately from all others.
 */
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
 * Begins a recovery: a code for the mail and a secret for this browser's cookie. An earlier recovery of this browser
 * ends.
 */
export async function beginFlow(
  tx: NodePgDatabase,
  deps: Deps,
  request: FastifyRequest,
  mailbox: MailboxOfAccount,
): Promise<{ code: string; secret: string }> {
  const { code, stored } = newResetCode(deps, mailbox);
  return { code, secret: await insertFlow(tx, deps, request, mailbox, stored) };
}

/**
 * Begins a recovery without another mail: the last mailed code also works in this browser, for the rest of its time.
 * Guesses are counted for each browser, and for all together by `RESET_GUESSES`.
 * @returns the secret for the cookie; undefined if no mailed code is valid
 */
export async function joinFlow(
  tx: NodePgDatabase,
  deps: Deps,
  request: FastifyRequest,
  mailbox: MailboxOfAccount,
): Promise<string | undefined> {
  const { flowHash, codeMac: mac, expiresAt, acceptedAt } = passwordResets;
  const ownHash = hashOfCookie(deps, request);
  const byMailbox = and(
    eq(passwordResets.serverKey, mailbox.server),
    eq(passwordResets.email, mailbox.email),
    // skips codes requested before the account was made, because those were never mailed
    sql`${passwordResets.accountId} IS NOT DISTINCT FROM ${mailbox.accountId}`,
  );
  const [newest] = await tx
    .select({ flowHash, codeMac: mac, expiresAt })
    .from(passwordResets)
    // skips a recovery accepted in another browser, which outlives its code
    .where(and(byMailbox, whereOpen(deps.now()), or(isNull(acceptedAt), eq(flowHash, ownHash))))
    .orderBy(desc(expiresAt), desc(passwordResets.id))
    .limit(1);
  if (!newest) return undefined;
  // this browser already has the code, with its remaining guesses
  if (newest.flowHash.equals(ownHash)) return cookieOf(deps, request);
  return insertFlow(tx, deps, request, mailbox, newest);
}

/** Stores a recovery. @returns the secret for the cookie */
async function insertFlow(
  tx: NodePgDatabase,
  deps: Deps,
  request: FastifyRequest,
  mailbox: MailboxOfAccount,
  stored: StoredCode,
): Promise<string> {
  const now = deps.now();
  await tx
    .update(passwordResets)
    .set({ expiresAt: now })
    .where(and(eq(passwordResets.flowHash, hashOfCookie(deps, request)), whereOpen(now)));
  return storeReset(tx, deps, mailbox, stored);
}

/** Finds the recovery that this browser began for this address, unless it is used or expired. */
export async function findFlow(
  deps: Deps,
  request: FastifyRequest,
  { server, email }: Mailbox,
): Promise<ResetFlow | undefined> {
  const { id, accountId, codeMac: mac, acceptedAt, flowHash, serverKey } = passwordResets;
  const where = and(
    eq(flowHash, hashOfCookie(deps, request)),
    eq(serverKey, server),
    eq(passwordResets.email, email),
  );
  const [flow] = await deps.db
    .select({ id, accountId, codeMac: mac, acceptedAt })
    .from(passwordResets)
    .where(and(where, whereOpen(deps.now())));
  return flow;
}

/** Counts one of the `MAX_ATTEMPTS` guesses at a code before it is evaluated. @returns false if none is left */
export async function countCodeAttempt(deps: Deps, { id }: ResetFlow): Promise<boolean> {
  const counted = await deps.db
    .update(passwordResets)
    .set({ attempts: sql`${passwordResets.attempts} + 1` })
    .where(and(eq(passwordResets.id, id), lt(passwordResets.attempts, MAX_ATTEMPTS), whereOpen(deps.now())))
    .returning({ id: passwordResets.id });
  return counted.length === 1;
}

/** Takes a guess back, because it was not evaluated. */
export async function takeBackCodeAttempt(deps: Deps, { id }: ResetFlow): Promise<void> {
  await deps.db
    .update(passwordResets)
    .set({ attempts: sql`${passwordResets.attempts} - 1` })
    .where(and(eq(passwordResets.id, id), gt(passwordResets.attempts, 0)));
}

/** Whether a typed code is the one of the recovery. */
export function isCodeOf(deps: Deps, flow: ResetFlow, mailbox: Mailbox, typed: string): boolean {
  return isResetCode(deps, mailbox, flow.codeMac, typed);
}

/**
 * Marks the code as right. The new password may be set as long as the code is valid, and for `PASSWORD_LIFETIME_MS` at least.
 * @returns false if the code has expired
 */
export async function acceptFlow(deps: Deps, { id }: ResetFlow): Promise<boolean> {
  const now = deps.now();
  const atLeast = new Date(now.getTime() + PASSWORD_LIFETIME_MS);
  const accepted = await deps.db
    .update(passwordResets)
    .set({ acceptedAt: now, expiresAt: sql`GREATEST(${passwordResets.expiresAt}, ${atLeast})` })
    .where(and(eq(passwordResets.id, id), whereOpen(now)))
    .returning({ id: passwordResets.id });
  return accepted.length === 1;
}

/** Uses an accepted recovery up. @returns false if another request was first or it has expired */
export async function useFlow(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { id }: ResetFlow,
): Promise<boolean> {
  const now = deps.now();
  const used = await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.id, id), sql`${passwordResets.acceptedAt} IS NOT NULL`, whereOpen(now)))
    .returning({ id: passwordResets.id });
  return used.length === 1;
}

/** Sends the cookie of a recovery. @param secret from the begin of the recovery */
export function sendFlowCookie({ config }: Pick<Deps, 'config'>, reply: FastifyReply, secret: string): void {
  void reply.setCookie(cookieName(config), secret, { ...cookieOptions(config), maxAge: COOKIE_SECONDS });
}

/** Removes the cookie of a recovery. */
export function clearFlowCookie({ config }: Pick<Deps, 'config'>, reply: FastifyReply): void {
  void reply.clearCookie(cookieName(config), cookieOptions(config));
}
