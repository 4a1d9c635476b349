import { and, desc, eq, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PlayerData } from '#/contract/playerData.ts';
import { knownDevices, recoveryCodes, sessions, twoFactors } from '#/server/platform/db/tables/accounts.ts';
import { passwordResets } from '#/server/platform/db/tables/mailedLinks.ts';
import { passkeys } from '#/server/platform/db/tables/passkeys.ts';
import { isoTime } from './isoTime.ts';

type SignInData = Pick<PlayerData, 'twoFactor' | 'passwordResets' | 'passkeys' | 'sessions' | 'devices'>;

/** Reads what a player signs in with and from where, the newest first. */
export async function readSignInData(tx: NodePgDatabase, accountId: number): Promise<SignInData> {
  const [factor] = await tx
    .select({ createdAt: isoTime(twoFactors.createdAt) })
    .from(twoFactors)
    .where(eq(twoFactors.accountId, accountId));
  const whereUnused = and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt));
  return {
    twoFactor: factor ? { ...factor, recoveryCodesLeft: await tx.$count(recoveryCodes, whereUnused) } : null,
    passwordResets: await tx
      .select({
        email: passwordResets.email,
        attempts: passwordResets.attempts,
        createdAt: isoTime(passwordResets.createdAt),
        expiresAt: isoTime(passwordResets.expiresAt),
        acceptedAt: isoTime(passwordResets.acceptedAt),
        usedAt: isoTime(passwordResets.usedAt),
      })
      .from(passwordResets)
      .where(eq(passwordResets.accountId, accountId))
      .orderBy(desc(passwordResets.id)),
    passkeys: await tx
      .select({
        name: passkeys.name,
        isSynced: passkeys.isSynced,
        createdAt: isoTime(passkeys.createdAt),
        lastUsedAt: isoTime(passkeys.lastUsedAt),
      })
      .from(passkeys)
      .where(eq(passkeys.accountId, accountId))
      .orderBy(desc(passkeys.id)),
    sessions: await tx
      .select({
        id: sessions.id,
        kind: sessions.kind,
        userAgent: sessions.userAgent,
        address: sessions.address,
        createdAt: isoTime(sessions.createdAt),
        lastSeenAt: isoTime(sessions.lastSeenAt),
        provenAt: isoTime(sessions.provenAt),
        expiresAt: isoTime(sessions.expiresAt),
        endedAt: isoTime(sessions.endedAt),
      })
      .from(sessions)
      .where(eq(sessions.accountId, accountId))
      .orderBy(desc(sessions.id)),
    devices: await tx
      .select({
        userAgent: knownDevices.userAgent,
        firstSeenAt: isoTime(knownDevices.firstSeenAt),
        lastSeenAt: isoTime(knownDevices.lastSeenAt),
        trustedUntil: isoTime(knownDevices.trustedUntil),
      })
      .from(knownDevices)
      .where(eq(knownDevices.accountId, accountId))
      .orderBy(desc(knownDevices.lastSeenAt)),
  };
}
