import { and, eq } from 'drizzle-orm';
import { invitationPath } from '#/contract/operator/people/people.ts';
import { inviteOperator, resetOperator } from '#/server/domain/operators/invitations.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** The first owner of a demonstration. They have no password until they open their link. */
const demoOwner = { email: 'owner@example.org', name: 'Owner', role: 'owner' } as const;

/**
 * Makes the invitation for the first owner of a demonstration (O1). Until an owner has accepted one, each start makes
 * a new link and ends the previous one.
 * @returns the address to open; undefined if the settings switch the operators' pages off
 */
export async function wayInForOwner(deps: Deps): Promise<string | undefined> {
  const { publicUrl, operator } = deps.config;
  if (!operator.isServed) return undefined;
  const token = await withTx(deps.pool, async (tx) => {
    const activeOwners = and(eq(operators.role, 'owner'), eq(operators.state, 'active'));
    if ((await tx.$count(operators, activeOwners)) > 0) return undefined;
    const made = await inviteOperator(tx, deps, { ...demoOwner, invitedBy: null });
    if (made) {
      const detail = { operator: made.row.id };
      await writeAudit(tx, deps, { accountId: null, actor: 'site', event: 'operatorInvited', detail });
      return made.token;
    }
    const whereInvited = and(eq(operators.email, demoOwner.email), eq(operators.state, 'invited'));
    const [waiting] = await tx.select().from(operators).where(whereInvited);
    return waiting && (await resetOperator(tx, deps, waiting.id)).token;
  });
  return `${publicUrl}${token === undefined ? '/operator' : invitationPath(token)}`;
}
