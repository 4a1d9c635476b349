import { and, eq, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { RECOVERY_CODES } from '#/contract/limits.ts';
import { record } from './audit.ts';
import { codeMac, newCode, plainCode } from './codes.ts';
import { recoveryCodes } from './db/schema.ts';
import { withTx } from './db/tx.ts';
import type { Deps } from './deps.ts';

/** 60 bits in three groups of four. */
const LENGTH = 12;
const PURPOSE = 'recovery';

/** Makes the ten codes of an account anew; the ones before are worth nothing. @returns them, for the only time */
export async function makeRecoveryCodes(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'randomBytes' | 'secretKey'>,
  accountId: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(deps, LENGTH));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx.insert(recoveryCodes).values(
    codes.map((code) => ({
      accountId,
      codeMac: codeMac(deps.secretKey, PURPOSE, String(accountId), code),
    })),
  );
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Uses a recovery code up. @returns whether it was one that had not been used */
export async function takeRecoveryCode(deps: Deps, accountId: number, typed: string): Promise<boolean> {
  const mac = codeMac(deps.secretKey, PURPOSE, String(accountId), plainCode(typed));
  const isUnused = and(
    eq(recoveryCodes.accountId, accountId),
    eq(recoveryCodes.codeMac, mac),
    isNull(recoveryCodes.usedAt),
  );
  return withTx(deps.pool, async (tx) => {
    const taken = await tx
      .update(recoveryCodes)
      .set({ usedAt: deps.now() })
      .where(isUnused)
      .returning({ accountId: recoveryCodes.accountId });
    if (taken.length === 0) return false;
    await record(tx, deps, { accountId, actor: 'player', event: 'recoveryCodeUsed' });
    return true;
  });
}
