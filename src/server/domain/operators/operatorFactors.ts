import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { RECOVERY_CODES } from '#/contract/kernel/limits.ts';
import { stepOfCode } from '#/server/domain/accounts/access/totp.ts';
import { operatorFactors, operatorRecoveryCodes } from '#/server/platform/db/tables/operators/operators.ts';
import { codeMac, lastingCodeMacs, newCode, plainCode } from '#/server/platform/kernel/codes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { decrypt, encrypt } from '#/server/platform/kernel/encryption.ts';

/** Purposes of encryption and hashing; the owner is the operator. */
const SECRET_PURPOSE = 'operatorFactor';
const RECOVERY_PURPOSE = 'operatorRecovery';
/** 60 bits in three groups of four characters. */
const RECOVERY_LENGTH = 12;

type Secrets = Pick<Deps, 'randomBytes' | 'secretKey'>;

/** Encrypts the secret of an operator's second factor for storage. */
export const sealSecret = ({ secretKey }: Secrets, operatorId: number, secret: string): Buffer =>
  encrypt(secretKey, SECRET_PURPOSE, String(operatorId), secret);

/** Decrypts that secret. @throws Error if it was stored for another operator */
export const openSecret = (
  { secretKey }: Pick<Deps, 'secretKey'>,
  operatorId: number,
  stored: Buffer,
): string => decrypt(secretKey, SECRET_PURPOSE, String(operatorId), stored);

/**
 * Gives an operator a second factor and recovery codes, which replace earlier ones.
 * @param step step of the code that proved the secret; that code cannot be used again
 * @returns the recovery codes, which cannot be read again
 */
export async function giveFactor(
  tx: NodePgDatabase,
  deps: Secrets,
  operatorId: number,
  factor: { secret: string; step: number },
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(deps, RECOVERY_LENGTH));
  await dropFactors(tx, operatorId);
  await tx.insert(operatorFactors).values({
    operatorId,
    kind: 'totp',
    secretEncrypted: sealSecret(deps, operatorId, factor.secret),
    lastStep: factor.step,
  });
  await tx.insert(operatorRecoveryCodes).values(
    codes.map((code) => ({
      operatorId,
      codeMac: codeMac(deps.secretKey, RECOVERY_PURPOSE, String(operatorId), code),
    })),
  );
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Removes an operator's second factor and recovery codes. */
export async function dropFactors(tx: NodePgDatabase, operatorId: number): Promise<void> {
  await tx.delete(operatorFactors).where(eq(operatorFactors.operatorId, operatorId));
  await tx.delete(operatorRecoveryCodes).where(eq(operatorRecoveryCodes.operatorId, operatorId));
}

/**
 * Checks six digits or a recovery code and uses it up: of any number of requests with one code exactly one succeeds
 * (O2). The caller counts the attempt.
 */
export function takeFactorCode(deps: Deps, operatorId: number, typed: string): Promise<boolean> {
  const code = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(code) ? takeTotp(deps, operatorId, code) : takeRecovery(deps, operatorId, code);
}

async function takeTotp(deps: Deps, operatorId: number, code: string): Promise<boolean> {
  const byOperator = and(eq(operatorFactors.operatorId, operatorId), eq(operatorFactors.kind, 'totp'));
  const [factor] = await deps.db
    .select({ secret: operatorFactors.secretEncrypted })
    .from(operatorFactors)
    .where(byOperator);
  if (!factor) return false;
  const step = stepOfCode(openSecret(deps, operatorId, factor.secret), code, deps.now());
  if (step === null) return false;
  const taken = await deps.db
    .update(operatorFactors)
    .set({ lastStep: step })
    .where(and(byOperator, lt(operatorFactors.lastStep, step)))
    .returning({ id: operatorFactors.operatorId });
  return taken.length === 1;
}

async function takeRecovery(deps: Deps, operatorId: number, typed: string): Promise<boolean> {
  const code = plainCode(typed);
  const macs = await lastingCodeMacs(deps.db, deps.secretKey, RECOVERY_PURPOSE, String(operatorId), code);
  const taken = await deps.db
    .update(operatorRecoveryCodes)
    .set({ usedAt: deps.now() })
    .where(
      and(
        eq(operatorRecoveryCodes.operatorId, operatorId),
        inArray(operatorRecoveryCodes.codeMac, macs),
        isNull(operatorRecoveryCodes.usedAt),
      ),
    )
    .returning({ id: operatorRecoveryCodes.operatorId });
  return taken.length === 1;
}
