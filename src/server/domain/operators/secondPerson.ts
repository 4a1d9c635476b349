import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { secondPerson } from '#/server/platform/db/tables/operators/operators.ts';
import { isSecondPersonAsked } from './approvals.ts';

/**
 * Switches the approval by a second person off or on. While it is off, acts beyond a limit are done at once, and
 * their audit entries say that no second person was asked.
 */
export async function switchSecondPerson(tx: NodePgDatabase, isAsked: boolean) {
  const before = { isAsked: await isSecondPersonAsked(tx) };
  await tx
    .insert(secondPerson)
    .values({ isAsked })
    .onConflictDoUpdate({ target: secondPerson.id, set: { isAsked } });
  return { reply: { isAsked }, before, after: { isAsked } };
}
