import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { discountUses } from '#/server/platform/db/tables/orders.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { newCode } from '#/server/platform/kernel/codes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

export type NewDiscount = Omit<
  typeof discountCodes.$inferInsert,
  'id' | 'isActive' | 'createdAt' | 'batchId'
>;

/**
 * Number of random letters and digits behind the prefix of a batch's codes: 50 bits, so that they cannot be guessed.
 */
const SECRET_LENGTH = 10;

/**
 * Creates a discount code.
 * @returns its id; undefined without any change, if the code exists
 */
export async function insertDiscount(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  discount: NewDiscount,
): Promise<number | undefined> {
  const [made] = await tx
    .insert(discountCodes)
    .values({ ...discount, createdAt: deps.now() })
    .onConflictDoNothing({ target: discountCodes.code })
    .returning({ id: discountCodes.id });
  return made?.id;
}

/**
 * Creates a discount code for the site or the shell.
 * @returns false without any change, if the code exists
 */
export async function makeDiscount(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  discount: NewDiscount,
  actor: 'operator' | 'site',
): Promise<boolean> {
  if ((await insertDiscount(tx, deps, discount)) === undefined) return false;
  const detail = { code: discount.code };
  await writeAudit(tx, deps, { accountId: null, actor, event: 'discountCodeMade', detail });
  return true;
}

/**
 * Creates codes that work once each (O21). They share all terms, and are stopped and prolonged together.
 * @throws AppError busy if one of the random codes exists
 */
export async function makeBatch(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  { prefix, count }: { prefix: string; count: number },
  terms: Omit<NewDiscount, 'code' | 'perAccountLimit' | 'totalLimit'>,
): Promise<{ id: number; codes: string[] }> {
  const codes = Array.from({ length: count }, () => `${prefix}-${newCode(deps, SECRET_LENGTH)}`);
  const createdAt = deps.now();
  const made = await tx
    .insert(discountCodes)
    .values(codes.map((code) => Object.assign({ code, perAccountLimit: 1, totalLimit: 1, createdAt }, terms)))
    .onConflictDoNothing({ target: discountCodes.code })
    .returning({ id: discountCodes.id });
  if (made.length < count) fail('busy', { retryAfterSeconds: 1 });
  const id = Math.min(...made.map((row) => row.id));
  await tx
    .update(discountCodes)
    .set({ batchId: id })
    .where(
      inArray(
        discountCodes.id,
        made.map((row) => row.id),
      ),
    );
  return { id, codes };
}

/** SQL: the code with an id, and the codes of its batch. */
const ofBatch = (id: number) => or(eq(discountCodes.id, id), eq(discountCodes.batchId, id));

/**
 * Stops a discount code, or all codes of a batch by the id of its first one. Orders that already use a code keep it.
 * @returns false if no code was active
 */
export async function endDiscount(
  tx: NodePgDatabase,
  which: { id: number } | { code: string },
): Promise<boolean> {
  const where = 'id' in which ? ofBatch(which.id) : eq(discountCodes.code, which.code);
  const stopped = await tx
    .update(discountCodes)
    .set({ isActive: false })
    .where(and(where, discountCodes.isActive))
    .returning({ id: discountCodes.id });
  return stopped.length > 0;
}

/** Stops a discount code for the shell. @returns false if no active code has this name */
export async function stopDiscount(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  code: string,
): Promise<boolean> {
  if (!(await endDiscount(tx, { code }))) return false;
  await writeAudit(tx, deps, {
    accountId: null,
    actor: 'operator',
    event: 'discountCodeStopped',
    detail: { code },
  });
  return true;
}

/**
 * Sets another end for a discount code or a batch.
 * @param endsAt null for no end
 */
export async function prolongDiscount(tx: NodePgDatabase, id: number, endsAt: Date | null): Promise<void> {
  await tx.update(discountCodes).set({ endsAt }).where(ofBatch(id));
}

/** Lists all codes, the newest first, each with the number of its uses. */
export function listDiscounts(db: NodePgDatabase) {
  const uses = sql<number>`(SELECT count(*)::int FROM ${discountUses}
    WHERE ${discountUses.discountCodeId} = ${discountCodes.id} AND ${discountUses.releasedAt} IS NULL)`;
  return db.select({ discount: discountCodes, uses }).from(discountCodes).orderBy(desc(discountCodes.id));
}
