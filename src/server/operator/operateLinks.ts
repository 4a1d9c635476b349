import { and, eq, ne, or, sql } from 'drizzle-orm';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { mailUnlinked } from '#/server/domain/gameServers/linkMails.ts';
import { endLink, findLink } from '#/server/domain/gameServers/links.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { gameLinks } from '#/server/platform/db/tables/gameLinks.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { OperatorDeps } from './operator.ts';

/** Identifies the link by the player. */
interface LinkToEnd {
  serverKey: string;
  /** Login on the site, or the game's own name of the player, for example "license2:9f…". */
  who: string;
  reason: string;
}

/**
 * Ends a link as its player would in the cabinet (D15): a victim who typed another person's code has no account with
 * which they could end it. The account is mailed, and its purchases wait for 24 h after its next link.
 * @returns the player of the game and the login that were tied
 * @throws Error with a sentence for the operator
 */
export async function endLinkOf(
  deps: Pick<OperatorDeps, 'pool' | 'now' | 'randomBytes' | 'secretKey'>,
  { serverKey, who, reason }: LinkToEnd,
): Promise<{ player: string; login: string }> {
  return withTx(deps.pool, async (tx) => {
    const byPlayerOrLogin = or(eq(gameLinks.player, who), sql`lower(${accounts.login}) = lower(${who})`);
    const open = await tx
      .select({ accountId: gameLinks.accountId })
      .from(gameLinks)
      .innerJoin(accounts, eq(accounts.id, gameLinks.accountId))
      .where(and(eq(gameLinks.serverKey, serverKey), ne(gameLinks.state, 'ended'), byPlayerOrLogin));
    const [first] = open;
    if (!first) throw new Error(`Nobody on ${serverKey} is tied as ${who}.`);
    if (open.length > 1) throw new Error(`${who} is a login and a player of two links: name the other one.`);
    const account = await lockAccount(tx, eq(accounts.id, first.accountId));
    const link = await findLink(tx, first.accountId);
    if (!account || !link) throw new Error('The link has just ended.');
    await endLink(tx, deps, link, { actor: 'operator', reason });
    await mailUnlinked(tx, deps, account, link);
    return { player: link.player, login: account.login };
  });
}
