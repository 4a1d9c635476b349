import { and, eq, isNull, max } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { GameBody, GameReplies } from '#/contract/game.ts';
import { findAccounts } from '#/server/domain/deliveries/playersOfGame.ts';
import { listWaiting, takeWaiting } from '#/server/domain/deliveries/waitingFor.ts';
import { findPermit } from '#/server/domain/gameServers/spendPermits.ts';
import type { HeardInstance } from '#/server/domain/gameServers/instances.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { ledgerAccounts } from '#/server/platform/db/tables/ledger.ts';
import { premiumPeriods } from '#/server/platform/db/tables/orders.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

interface Found {
  accountId: number;
  login: string;
  coins: number;
}

/** Finds the account of a player of the game, with its coins. */
async function findPlayer(tx: NodePgDatabase, serverKey: string, player: string): Promise<Found | undefined> {
  const accountId = (await findAccounts(tx, serverKey, [player])).get(player);
  if (accountId === undefined) return undefined;
  const [row] = await tx
    .select({ login: accounts.login, coins: ledgerAccounts.balance })
    .from(accounts)
    .innerJoin(
      ledgerAccounts,
      and(eq(ledgerAccounts.ownerId, accounts.id), eq(ledgerAccounts.kind, 'wallet')),
    )
    .where(eq(accounts.id, accountId));
  return row && { accountId, ...row };
}

/** Lists a player's waiting deliveries for a list in the game. */
export const waiting = (
  deps: Deps,
  { serverKey }: HeardInstance,
  { player: name, locale }: GameBody<'waiting'>,
): Promise<GameReplies['waiting']> =>
  withTx(deps.pool, async (tx) => {
    const found = await findPlayer(tx, serverKey, name);
    if (!found) return { login: null, deliveries: [] };
    const owner = { accountId: found.accountId, serverKey };
    return { login: found.login, deliveries: await listWaiting(tx, deps, owner, locale ?? null) };
  });

/** Makes a player's deliveries ready now, optionally for another character, as the player asked in the game. */
export async function take(
  deps: Deps,
  { serverKey }: HeardInstance,
  { player: name, character, nos }: GameBody<'take'>,
): Promise<GameReplies['take']> {
  const taken = await withTx(deps.pool, async (tx) => {
    const found = await findPlayer(tx, serverKey, name);
    if (!found) return [];
    return takeWaiting(tx, deps, { accountId: found.accountId, serverKey }, { nos, character });
  });
  deps.wakeUps.emit('deliveries');
  return { taken };
}

/** Returns the facts about a player for the game. */
export const player = (
  deps: Deps,
  { serverKey }: HeardInstance,
  body: GameBody<'player'>,
): Promise<GameReplies['player']> =>
  withTx(deps.pool, async (tx) => {
    const found = await findPlayer(tx, serverKey, body.player);
    if (!found) return { login: null, premiumUntil: null, premiumCoins: 0, maySpend: 0 };
    const { accountId, login, coins } = found;
    const [premium] = await tx
      .select({ endsAt: max(premiumPeriods.endsAt) })
      .from(premiumPeriods)
      .where(and(eq(premiumPeriods.accountId, accountId), isNull(premiumPeriods.revokedAt)));
    const until = premium?.endsAt && premium.endsAt > deps.now() ? premium.endsAt.getTime() : null;
    const { coinsPerDay, spentToday } = await findPermit(tx, deps, accountId);
    const maySpend = Math.max(0, Math.min(coins, coinsPerDay - spentToday));
    return { login, premiumUntil: until, premiumCoins: coins, maySpend };
  });
