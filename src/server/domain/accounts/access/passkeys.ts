import { and, asc, eq, lt, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Passkey } from '#/contract/passkeys.ts';
import { passkeys } from '#/server/platform/db/tables/passkeys.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { LockedAccount } from '../accountLock.ts';
import { queueSecurityMail } from '../securityMails.ts';

/** The passkeys of an account, the oldest first. */
export async function passkeysOf(db: NodePgDatabase, accountId: number): Promise<Passkey[]> {
  const found = await db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      isSynced: passkeys.isSynced,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(asc(passkeys.id));
  return found.map(({ createdAt, lastUsedAt, ...passkey }) =>
    Object.assign(passkey, {
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }),
  );
}

/**
 * Notes a use of a passkey. A counter that does not rise means that the passkey was copied; one that stays 0 counts
 * nothing, as that of passkeys that a provider keeps. Requires `lockAccount`.
 * @returns whether the counter rose, or counts nothing
 */
export async function countUse(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  passkeyId: number,
  { counter, isSynced }: { counter: number; isSynced: boolean },
): Promise<boolean> {
  const rises = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`));
  const used = await tx
    .update(passkeys)
    .set({ counter, isSynced, lastUsedAt: now() })
    .where(and(eq(passkeys.id, passkeyId), rises))
    .returning({ id: passkeys.id });
  return used.length === 1;
}

/** Removes all passkeys of an account. Requires `lockAccount`. @returns their names */
export async function removePasskeys(tx: NodePgDatabase, accountId: number): Promise<string[]> {
  const removed = await tx
    .delete(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .returning({ name: passkeys.name });
  return removed.map(({ name }) => name);
}

/** Mails the player about passkeys that were added, removed or refused. */
export async function mailPasskeys(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes' | 'secretKey'>,
  account: LockedAccount,
  kind: 'passkeyAdded' | 'passkeysRemoved' | 'passkeyCopied',
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const cause = `${kind}:${deps.randomBytes(12).toString('base64url')}`;
  const variables = { passkeys: names.join(', '), at: deps.now().toISOString() };
  await queueSecurityMail(tx, deps, account, cause, kind, variables);
}
