import { and, eq, gt, lte } from 'drizzle-orm';
import { toString as drawQr } from 'qrcode';
import { accounts, twoFactorSetups } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { decrypt, encrypt } from '../encryption.ts';
import { fail } from '../errors.ts';
import type { SessionAccount } from '../session.ts';
import { newTotpSecret, totpAddress } from '../totp.ts';

const LIFETIME_MS = 10 * 60_000;
const PURPOSE = 'twoFactorSetup';

/**
 * The secret that waits to be activated, made on the first call and the same for ten minutes of this session (C8).
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
  // it was used in this moment
  if (!secret) fail('busy', { retryAfterSeconds: 1 });
  const address = totpAddress(secret, `${account.login}@${account.server}`);
  return { secret, QRImage: await drawQr(address, { type: 'svg' }) };
}

/** The secret that this session was shown less than ten minutes ago, or null. */
export async function waitingSecret(deps: Deps, sessionId: number): Promise<string | null> {
  const since = new Date(deps.now().getTime() - LIFETIME_MS);
  const [setup] = await deps.db
    .select({ secret: twoFactorSetups.secretEncrypted })
    .from(twoFactorSetups)
    .where(and(eq(twoFactorSetups.sessionId, sessionId), gt(twoFactorSetups.createdAt, since)));
  return setup ? decrypt(deps.secretKey, PURPOSE, String(sessionId), setup.secret) : null;
}

/** @returns null when one waits already */
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
