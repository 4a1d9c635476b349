import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { RECOVERY_CODES } from '#/contract/kernel/limits.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { codeMac, lastingCodeMacs, newCode, plainCode } from '#/server/platform/kernel/codes.ts';
import { recoveryCodes } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** 60 bits in three groups of four characters. */
const LENGTH = 12;
const PURPOSE = 'recovery';

/**
 * Creates the recovery codes of an account anew; older ones become invalid.
 * @returns the codes, which cannot be read again
 */
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

/** Uses a recovery code up. @returns whether it was a valid unused code */
export async function takeRecoveryCode(deps: Deps, accountId: number, typed: string): Promise<boolean> {
  const macs = await lastingCodeMacs(deps.db, deps.secretKey, PURPOSE, String(accountId), plainCode(typed));
  const whereUnused = and(
    eq(recoveryCodes.accountId, accountId),
    inArray(recoveryCodes.codeMac, macs),
    isNull(recoveryCodes.usedAt),
  );
  return withTx(deps.pool, async (tx) => {
    const taken = await tx
      .update(recoveryCodes)
      .set({ usedAt: deps.now() })
      .where(whereUnused)
      .returning({ accountId: recoveryCodes.accountId });
    if (taken.length === 0) return false;
    await writeAudit(tx, deps, { accountId, actor: 'player', event: 'recoveryCodeUsed' });
    return true;
  });
}
