import type { PlantedBug } from './plantedBug.ts';

const LINKS = 'tests/server/areas/game/links.test.ts';
const PLAYERS = 'tests/server/areas/game/linkedPlayers.test.ts';
const PURCHASES = 'tests/server/areas/game/purchases.test.ts';

/** Links to the game, and coins spent there. */
export const GAME_BUGS: readonly PlantedBug[] = [
  {
    bug: 'A code for the link to the game works for everybody who types it.',
    file: 'src/server/domain/gameServers/linkCodes.ts',
    text: 'return (await tx.delete(linkCodes).where(where)).rowCount === 1;',
    replacement: 'return (await tx.select().from(linkCodes).where(where)).length === 1;',
    test: LINKS,
    name: 'works once, also for 50 players who type it at once',
  },
  {
    bug: 'A code for the link to the game is good for ever.',
    file: 'src/server/domain/gameServers/linkCodes.ts',
    text: ', gt(linkCodes.expiresAt, deps.now()));',
    replacement: ', gt(linkCodes.expiresAt, new Date(0)));',
    test: LINKS,
    name: 'runs out after ten minutes, and gives way to a newer one',
  },
  {
    bug: 'Codes for the link to the game are guessed without end.',
    file: 'src/server/areas/game/linkPlayer.ts',
    text: 'await countAttempt(deps, LINK_GUESSES, subject);',
    replacement: '',
    test: LINKS,
    name: 'is guessed five times by a player in ten minutes, and the right one comes too late',
  },
  {
    bug: 'A code for the link to the game survives a change of the password.',
    file: 'src/server/domain/accounts/revokeAccess.ts',
    text: 'await tx.delete(linkCodes).where(eq(linkCodes.accountId, accountId));',
    replacement: '',
    test: LINKS,
    name: 'and an unconfirmed link end when the password is changed',
  },
  {
    bug: 'A player of the game is taken over by another account.',
    file: 'src/server/domain/gameServers/links.ts',
    text: "if (before.some(({ state }) => state === 'active')) fail('linkTaken');",
    replacement: '',
    test: LINKS,
    name: 'belongs to one account and one player',
  },
  {
    bug: 'A link that nobody confirmed tells the game whose account it is.',
    file: 'src/server/domain/deliveries/playersOfGame.ts',
    text: "const active = links.filter(({ state }) => state === 'active');",
    replacement: 'const active = links;',
    test: LINKS,
    name: 'that nobody confirmed tells the game nothing of the account',
  },
  {
    bug: 'What was bought before a second link is handed to it at once.',
    file: 'src/server/domain/gameServers/links.ts',
    text: 'heldUntil: isFirst ? null :',
    replacement: 'heldUntil: !isFirst ? null :',
    test: PLAYERS,
    name: 'a second link waits 24 hours for it, and what is bought later does not',
  },
  {
    bug: 'The confirmation on the site ends the wait of a second link.',
    file: 'src/server/domain/gameServers/links.ts',
    text: "heldUntil: by === 'mail' ? null : link.heldUntil,",
    replacement: 'heldUntil: null,',
    test: PLAYERS,
    name: 'a second link waits 24 hours for it, and what is bought later does not',
  },
  {
    bug: 'What the game began for a player comes to whoever is linked by then.',
    file: 'src/server/domain/deliveries/leases.ts',
    text: 'handed_to = coalesce(d.handed_to, owners.owner)',
    replacement: 'handed_to = owners.owner',
    test: PLAYERS,
    name: 'keeps what was begun for them: the lease lapses to the same player, whoever is linked by then',
  },
  {
    bug: 'The game spends more than the player allows.',
    file: 'src/server/domain/gameServers/spendPermits.ts',
    text: 'sql`${spent} <= ${spendPermits.coinsPerDay}`',
    replacement: 'sql`${spent} > 0`',
    test: PURCHASES,
    name: '200 at once spend no more than %s allows',
  },
  {
    bug: 'The permit to spend in the game outlives the link.',
    file: 'src/server/domain/gameServers/links.ts',
    text: 'await tx.delete(spendPermits).where(eq(spendPermits.accountId, accountId));',
    replacement: '',
    test: PURCHASES,
    name: 'ends with the link, and a new link begins without a permit',
  },
  {
    bug: 'A purchase in the game is made at whatever price the good has by then.',
    file: 'src/server/areas/game/purchase.ts',
    text: 'totalCoins === coins',
    replacement: 'totalCoins >= 0 || coins > 0',
    test: PURCHASES,
    name: 'of %j is refused with %s and takes nothing',
  },
];
