import { and, eq, gt, lte } from 'drizzle-orm';
import { toString as drawQr } from 'qrcode';
import { accounts, twoFactorSetups } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { decrypt, encrypt } from '#/server/platform/kernel/encryption.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { newTotpSecret, totpAddress } from '#/server/domain/accounts/access/totp.ts';

const LIFETIME_MS = 10 * 60_000;
const PURPOSE = 'twoFactorSetup';

/**
 * Returns the secret that waits for activation. It is created on the first call and stays the same for `LIFETIME_MS` in
 * this session (C8).
 * @throws AppError twoFaEnabledAlready
 */
export async function twoFaSecret(
  deps: Deps,
  { id, sessionId }: SessionAccount,
): Promise<{ secret: string; QRImage: string }> {
  const [account] = await deps.db
    .select({ login: accounts.login, server: accounts.serverKey, isEnabled: accounts.isTwoFaEnabled })
    .from(accounts)
    .where(eq(accounts.id, id));
  if (!account) fail('sessionRequired');
  if (account.isEnabled) fail('twoFaEnabledAlready');
  const secret = (await makeSecret(deps, sessionId)) ?? (await waitingSecret(deps, sessionId));
  // another request has just activated the secret
  if (!secret) fail('busy', { retryAfterSeconds: 1 });
  const address = totpAddress(secret, `${account.login}@${account.server}`);
  return { secret, QRImage: await drawQr(address, { type: 'svg' }) };
}

/** The secret that this session was shown in the last `LIFETIME_MS`, or null. */
export async function waitingSecret(deps: Deps, sessionId: number): Promise<string | null> {
  const since = new Date(deps.now().getTime() - LIFETIME_MS);
  const [setup] = await deps.db
    .select({ secret: twoFactorSetups.secretEncrypted })
    .from(twoFactorSetups)
    .where(and(eq(twoFactorSetups.sessionId, sessionId), gt(twoFactorSetups.createdAt, since)));
  return setup ? decrypt(deps.secretKey, PURPOSE, String(sessionId), setup.secret) : null;
}

/**
 * Creates a secret.
 * @returns null if one waits for activation already
 */
async function makeSecret(deps: Deps, sessionId: number): Promise<string | null> {
  const now = deps.now();
  const secret = newTotpSecret(deps);
  const setup = {
    secretEncrypted: encrypt(deps.secretKey, PURPOSE, String(sessionId), secret),
    createdAt: now,
  };
  const made = await deps.db
    .insert(twoFactorSetups)
    .values({ sessionId, ...setup })
    .onConflictDoUpdate({
      target: twoFactorSetups.sessionId,
      set: setup,
      setWhere: lte(twoFactorSetups.createdAt, new Date(now.getTime() - LIFETIME_MS)),
    })
    .returning({ sessionId: twoFactorSetups.sessionId });
  return made.length > 0 ? secret : null;
}
