import { and, eq, isNull } from 'drizzle-orm';
import type { GameDelivery, GameResult } from '#/contract/game.ts';
import { linkPlayer } from '#/server/areas/game/linkPlayer.ts';
import { recordResults } from '#/server/areas/game/recordResults.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { leaseReady } from '#/server/domain/deliveries/leases.ts';
import { joinPlayers, leavePlayers } from '#/server/domain/deliveries/presence.ts';
import { makeLinkCode } from '#/server/domain/gameServers/linkCodes.ts';
import { confirmLink, findLink } from '#/server/domain/gameServers/links.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { gameInstances } from '#/server/platform/db/tables/game.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { accountOf } from './accounts.ts';
import type { Past } from './past.ts';
import type { Person } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { MINUTE_MS } from './rhythm.ts';

/** Most deliveries that a game receives at once. */
const HANDED_MAX = 20;
const OUTCOMES = { done: 93, unknown: 2, rejected: 3, retry: 2 };

/** The name of the character, as the game shows it. */
const characterOf = ({ login }: Person) => login.replace('_', ' ').replace(/\d+$/, '');

/** Finds the game of a server. Without a game nobody plays, and deliveries wait. */
async function gameOf({ deps }: Past, serverKey: string) {
  const whereRunning = and(eq(gameInstances.serverKey, serverKey), isNull(gameInstances.endedAt));
  const [game] = await deps.db.select().from(gameInstances).where(whereRunning);
  return game;
}

/** Links a player of a server without logins: the player types a code of the cabinet in the game. */
export async function linkCharacter(past: Past, person: Person, share: number): Promise<void> {
  const { deps } = past;
  const account = await accountOf(past, person);
  if (!account || share > 0.8) return;
  const game = await gameOf(past, account.serverKey);
  if (game?.identity !== 'link') return;
  const { id: accountId } = account;
  const { code } = await withTx(deps.pool, async (tx) => {
    await lockAccount(tx, eq(accounts.id, accountId));
    await writeAudit(tx, deps, { accountId, actor: 'player', event: 'gameLinkCodeMade' });
    return makeLinkCode(tx, deps, account);
  });
  await past.pass(MINUTE_MS);
  await linkPlayer(deps, game, { code, player: person.login, name: characterOf(person) });
  await past.work();
  // some players never confirm the link
  if (share > 0.7) return;
  await past.pass(2 * MINUTE_MS);
  await withTx(deps.pool, async (tx) => {
    await lockAccount(tx, eq(accounts.id, accountId));
    const link = await findLink(tx, accountId);
    if (link) await confirmLink(tx, deps, link, 'cabinet');
  });
}

/** A player joins the game and receives their waiting deliveries. The game reports the results. */
export async function play(past: Past, person: Person, share: number): Promise<void> {
  const { deps } = past;
  const account = await accountOf(past, person);
  const game = account && (await gameOf(past, account.serverKey));
  if (!game) return;
  const { serverKey, ledgerId, instanceId } = game;
  const random = createRandom(Math.floor(share * 2 ** 32));
  const present = { player: person.login, name: characterOf(person) };
  await withTx(deps.pool, (tx) => joinPlayers(tx, deps, serverKey, [present]));
  const handed = await leaseReady(deps, { serverKey, ledgerId, instanceId, max: HANDED_MAX });
  await past.pass(random.between(2, 40) * 1000);
  const results = handed.map((delivery) => resultOf(random, delivery));
  await recordResults(deps, { serverKey, ledgerId }, results);
  await withTx(deps.pool, (tx) => leavePlayers(tx, deps, serverKey, [person.login]));
}

function resultOf(random: Random, { no, attempt }: GameDelivery): GameResult {
  const outcome = random.weighted(OUTCOMES);
  const result = { no, attempt, outcome };
  switch (outcome) {
    case 'done':
      return { ...result, proof: 'read back from the saved player' };
    case 'rejected':
      return { ...result, code: random.pick(['no_character', 'failed']), proof: 'the inventory refused it' };
    case 'retry':
      return { ...result, code: 'no_space' };
    default:
      return { ...result, proof: 'the server stopped while it gave it' };
  }
}
