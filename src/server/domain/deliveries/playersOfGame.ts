import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { gameInstances } from '#/server/platform/db/tables/game.ts';
import { gameLinks } from '#/server/platform/db/tables/gameLinks.ts';

/**
 * Finds the accounts of players of a game server: by active link if the server knows no logins, otherwise by login.
 * Closed accounts are not found. The links stay locked until the transaction ends, so that none begins or ends before
 * the caller has used the result.
 * @param players their names in the game
 * @returns account ids by these names
 */
export async function findAccounts(
  tx: NodePgDatabase,
  serverKey: string,
  players: readonly string[],
): Promise<Map<string, number>> {
  if (players.length === 0) return new Map();
  const [game] = await tx.select().from(gameInstances).where(eq(gameInstances.serverKey, serverKey));
  return game?.identity === 'link' ? byLink(tx, serverKey, players) : byLogin(tx, serverKey, players);
}

async function byLink(
  tx: NodePgDatabase,
  serverKey: string,
  players: readonly string[],
): Promise<Map<string, number>> {
  const links = await tx
    .select()
    .from(gameLinks)
    .where(
      and(
        eq(gameLinks.serverKey, serverKey),
        inArray(gameLinks.player, [...players]),
        ne(gameLinks.state, 'ended'),
      ),
    )
    .orderBy(asc(gameLinks.id))
    .for('share');
  const active = links.filter(({ state }) => state === 'active');
  if (active.length === 0) return new Map();
  const allowed = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        inArray(
          accounts.id,
          active.map(({ accountId }) => accountId),
        ),
        eq(accounts.status, 'active'),
      ),
    );
  const ids = new Set(allowed.map(({ id }) => id));
  return new Map(
    active.flatMap(({ player, accountId }) => (ids.has(accountId) ? [[player, accountId] as const] : [])),
  );
}

async function byLogin(
  tx: NodePgDatabase,
  serverKey: string,
  players: readonly string[],
): Promise<Map<string, number>> {
  const lower = players.map((login) => login.toLowerCase());
  const rows = await tx
    .select({ id: accounts.id, login: sql<string>`lower(${accounts.login})` })
    .from(accounts)
    .where(
      and(
        eq(accounts.serverKey, serverKey),
        inArray(sql`lower(${accounts.login})`, lower),
        eq(accounts.status, 'active'),
      ),
    );
  const byLower = new Map(rows.map(({ id, login }) => [login, id]));
  return new Map(
    players.flatMap((player) => {
      const id = byLower.get(player.toLowerCase());
      return id === undefined ? [] : [[player, id] as const];
    }),
  );
}
