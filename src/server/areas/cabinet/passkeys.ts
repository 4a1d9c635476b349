import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { FreshProof } from '#/contract/gameLink.ts';
import { PASSKEYS_MAX } from '#/contract/kernel/limits.ts';
import type {
  AddPasskeyBody,
  NewPasskeyOptions,
  PasskeysReply,
  RenamePasskeyBody,
} from '#/contract/passkeys.ts';
import { lockCaller } from '#/server/domain/accounts/access/liveSessions.ts';
import {
  CHALLENGE_MS,
  newChallenge,
  takeChallenge,
} from '#/server/domain/accounts/access/passkeyChallenges.ts';
import { passkeyName } from '#/server/domain/accounts/access/passkeyName.ts';
import { checkMade, PASSKEY_ALGORITHMS, relyingParty } from '#/server/domain/accounts/access/passkeyProof.ts';
import { mailPasskeys, passkeysOf } from '#/server/domain/accounts/access/passkeys.ts';
import { revokeAccess } from '#/server/domain/accounts/access/revokeAccess.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { PASSKEY_CHANGES } from '#/server/domain/accounts/rateLimits.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { passkeys } from '#/server/platform/db/tables/passkeys.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { proveFresh } from './proveFresh.ts';

const SITE_NAME = 'ONE RP';
const HANDLE_BYTES = 32;

/** Lists the passkeys of the caller, the oldest first (A12). */
export const listPasskeys = async (
  deps: Pick<Deps, 'db'>,
  { id }: SessionAccount,
): Promise<PasskeysReply> => ({
  passkeys: await passkeysOf(deps.db, id),
});

/**
 * Makes a challenge for a new passkey, after the proof that other security changes ask for too (A12).
 * @throws AppError tooManyPasskeys; as `proveFresh`; tooManyRequests
 */
export async function passkeyOptions(
  deps: Deps,
  caller: SessionAccount,
  proof: FreshProof,
): Promise<NewPasskeyOptions> {
  const { id, sessionId } = caller;
  const own = await deps.db
    .select({ credentialId: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.accountId, id));
  if (own.length >= PASSKEYS_MAX) fail('tooManyPasskeys');
  await proveFresh(deps, caller, proof);
  await countAttempt(deps, PASSKEY_CHANGES, `#${id}`);
  const { login, handle } = await nameOf(deps, id);
  return {
    rp: { id: relyingParty(deps.config).id, name: SITE_NAME },
    user: { id: handle.toString('base64url'), name: login, displayName: login },
    challenge: await newChallenge(deps, { purpose: 'add', sessionId }),
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: own.map(({ credentialId }) => ({
      id: credentialId.toString('base64url'),
      type: 'public-key',
    })),
  };
}

/** The login of an account, and its name inside passkeys, which is made at the first one and stays. */
async function nameOf(
  { db, randomBytes }: Pick<Deps, 'db' | 'randomBytes'>,
  accountId: number,
): Promise<{ login: string; handle: Buffer }> {
  const passkeyHandle = sql<Buffer>`coalesce(${accounts.passkeyHandle}, ${randomBytes(HANDLE_BYTES)})`;
  const [account] = await db
    .update(accounts)
    .set({ passkeyHandle })
    .where(and(eq(accounts.id, accountId), eq(accounts.status, 'active')))
    .returning({ login: accounts.login, handle: accounts.passkeyHandle });
  const handle = account?.handle;
  return account && handle ? { login: account.login, handle } : fail('sessionRequired');
}

/**
 * Adds the passkey that the caller's browser has made for a challenge of this session, and mails the player (A12).
 * @throws AppError passkeyOutdated if the challenge is used, expired or another session's; passkeyRefused; passkeyKnown;
 * tooManyPasskeys
 */
export async function addPasskey(
  deps: Deps,
  request: FastifyRequest,
  caller: SessionAccount,
  body: AddPasskeyBody,
): Promise<PasskeysReply> {
  const { id: accountId, sessionId } = caller;
  const challenge = await takeChallenge(deps, { purpose: 'add', sessionId }, body.client_data);
  if (challenge === undefined) fail('passkeyOutdated');
  const made = await checkMade(deps, body, challenge);
  if (!made) fail('passkeyRefused');
  const { aaguid, ...stored } = made;
  return withTx(deps.pool, async (tx) => {
    const account = await lockCaller(tx, deps, caller);
    const own = await passkeysOf(tx, accountId);
    if (own.length >= PASSKEYS_MAX) fail('tooManyPasskeys');
    const taken = own.map(({ name }) => name);
    const name = passkeyName(aaguid, request.headers['user-agent'] ?? '', taken);
    const added = await tx
      .insert(passkeys)
      .values({ ...stored, accountId, name, createdAt: deps.now() })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    const passkey = added[0]?.id ?? fail('passkeyKnown');
    await writeAudit(tx, deps, { accountId, actor: 'player', event: 'passkeyAdded', detail: { passkey } });
    await mailPasskeys(tx, deps, account, 'passkeyAdded', [name]);
    return { passkeys: await passkeysOf(tx, accountId) };
  });
}

/** Renames a passkey of the caller. @throws AppError notFound; as `proveFresh` */
export async function renamePasskey(
  deps: Deps,
  caller: SessionAccount,
  passkeyId: number,
  { name, ...proof }: RenamePasskeyBody,
): Promise<PasskeysReply> {
  await refuseForeign(deps, caller, passkeyId);
  await proveFresh(deps, caller, proof);
  return withTx(deps.pool, async (tx) => {
    const { id } = await lockCaller(tx, deps, caller);
    const byIdAndOwner = and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, id));
    const renamed = await tx
      .update(passkeys)
      .set({ name })
      .where(byIdAndOwner)
      .returning({ id: passkeys.id });
    if (renamed.length === 0) fail('notFound');
    return { passkeys: await passkeysOf(tx, id) };
  });
}

/**
 * Removes a passkey of the caller, which a thief may hold: other sessions end, as after a change of the second factor.
 * The player is mailed.
 * @throws AppError notFound; as `proveFresh`; tooManyRequests
 */
export async function removePasskey(
  deps: Deps,
  request: FastifyRequest,
  caller: SessionAccount,
  passkeyId: number,
  proof: FreshProof,
): Promise<PasskeysReply> {
  await refuseForeign(deps, caller, passkeyId);
  await proveFresh(deps, caller, proof);
  return withTx(deps.pool, async (tx) => {
    const account = await lockCaller(tx, deps, caller);
    const { id: accountId } = account;
    await countAttempt({ ...deps, db: tx }, PASSKEY_CHANGES, `#${accountId}`);
    const byIdAndOwner = and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, accountId));
    const [removed] = await tx.delete(passkeys).where(byIdAndOwner).returning({ name: passkeys.name });
    if (!removed) fail('notFound');
    const kept = { sessionId: caller.sessionId, deviceOf: request, notMeLinks: true, passkeys: true };
    const ended = await revokeAccess(tx, deps, accountId, kept);
    const detail = { passkey: passkeyId, ended };
    await writeAudit(tx, deps, { accountId, actor: 'player', event: 'passkeyRemoved', detail });
    await mailPasskeys(tx, deps, account, 'passkeysRemoved', [removed.name]);
    return { passkeys: await passkeysOf(tx, accountId) };
  });
}

// asked before the proof, so that a code of the second factor is not used up for nothing
async function refuseForeign({ db }: Deps, { id }: SessionAccount, passkeyId: number): Promise<void> {
  const byIdAndOwner = and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, id));
  if ((await db.$count(passkeys, byIdAndOwner)) === 0) fail('notFound');
}
