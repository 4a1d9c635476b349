import { actAtRandom, provoke, provokeGrant, provokePresence, provokePurchase, refund } from './acts.ts';
import { prepare } from './aftermaths.ts';
import type { ProvedGame } from './game.ts';
import { GAME_STEPS, type GameStep, type SitePoint } from './kinds.ts';
import { note, passSilence, passTime, type Scene, stepBack, waitFor } from './scene.ts';
import { purchasesOf } from './settle.ts';
import { MISCHIEF } from './wire.ts';
import { loseWord } from './words.ts';

/** A purchase whose answer is on its way is not made a second time. */
const BOUGHT_AGAIN_MS = 5000;
/** Number of people's acts before each strike. */
const ACTS_BETWEEN = 4;

/** Kills a game server at a step of a delivery, refunds something meanwhile, and starts it again (K3, K5 to K7, K9). */
async function killGame(scene: Scene, game: ProvedGame, step: GameStep, round: number): Promise<void> {
  const aftermath = await prepare(scene, game, step, round);
  const isUntold = step === 'before the answer';
  if (isUntold) void game.wire.untold().then(() => game.kill());
  else game.tell({ do: 'kill', step });
  await provoke(scene, game);
  const hasDied = await waitFor(
    scene,
    `${game.name} is killed ${step}`,
    () => !game.isAlive,
    async () => {
      await passTime(scene);
      await provoke(scene, game);
      game.tell({ do: 'save' });
    },
  );
  if (!hasDied) return;
  await game.died();
  note(scene, 'K3', `${game.name} ${step}`);
  for (const buyer of scene.buyers.filter((each) => each.game === game).slice(0, 1))
    await refund(scene, buyer);
  note(scene, 'K7', 'refund while the game is dead');
  await aftermath.strike();
  await passTime(scene);
  await passSilence(scene, game);
  await game.start();
  note(scene, 'K6', 'the clock of the machine is off');
  await aftermath.settle();
}

/** A second server runs with a copy of the ledger and the key (K5): it is refused while the first one lives. */
export async function startTwin(scene: Scene, game: ProvedGame): Promise<void> {
  // the first adapter must have sent its hello, or the copy takes its place
  await waitFor(scene, `${game.name} is heard`, async () => {
    const { rows } = await scene.site.pool.query(
      `SELECT FROM game_instances WHERE server_key = $1 AND seen_at > now() - interval '30 s' AND ended_at IS NULL`,
      [game.kind.serverKey],
    );
    return rows.length > 0;
  });
  game.lines.length = 0;
  const twin = await game.start({ folder: game.copyLedger() });
  await provoke(scene, game);
  await waitFor(scene, `${game.name}: a second server is refused`, () =>
    game.lines.some((line) => line.includes('another adapter of this server is running')),
  );
  twin.kill('SIGKILL');
  note(scene, 'K5', `${game.name} two servers with one ledger`);
}

/** Kills the site at a point, and starts it again (K1). */
export async function killSite(scene: Scene, point: SitePoint): Promise<void> {
  const { server } = scene;
  server.dieAt(point);
  let isDead = false;
  const restart = async () => {
    await server.died();
    isDead = true;
    await server.start();
  };
  const death = restart();
  const game = scene.games[scene.random.below(scene.games.length)]!;
  const cause = () => {
    if (point === 'after the grant') return provokeGrant(scene);
    return point.endsWith('players are noted') ? provokePresence(scene, game) : provoke(scene, game);
  };
  await cause();
  const hasDied = await waitFor(
    scene,
    `the site is killed ${point}`,
    () => isDead,
    async () => {
      await passTime(scene);
      await cause();
    },
  );
  if (!hasDied) return;
  await death;
  note(scene, 'K1', point);
}

/** Applies each fault of the line to the next requests of a game (K2, K8). */
export async function disturb(scene: Scene, game: ProvedGame): Promise<void> {
  const before = Object.values(game.wire.counts).reduce((sum, count) => sum + count, 0);
  for (const mischief of scene.random.shuffled(MISCHIEF)) game.wire.doNext(mischief);
  await waitFor(
    scene,
    `the line of ${game.name} does all it can`,
    () => Object.values(game.wire.counts).reduce((sum, count) => sum + count, 0) >= before + MISCHIEF.length,
    async () => {
      await provoke(scene, game);
      await actAtRandom(scene);
    },
    300,
  );
}

/** Lets the database of a game fail in the middle of a delivery (K4). */
export async function failDatabase(scene: Scene, game: ProvedGame): Promise<void> {
  const before = game.failures;
  game.tell({ do: 'failDatabase' });
  await provoke(scene, game);
  const hasFailed = await waitFor(
    scene,
    `the database of ${game.name} fails`,
    () => game.failures > before,
    async () => {
      await passTime(scene);
      await provoke(scene, game);
    },
  );
  if (hasFailed) note(scene, 'K4', `${game.name} database fails`);
}

/** Somebody buys in a game whose character has room for anything, until the site has heard of it (D17). */
async function buyInGame(scene: Scene, game: ProvedGame): Promise<void> {
  if (game.kind.adapter !== 'ragemp') return;
  const before = await purchasesOf(scene, game);
  const buy = () => provokePurchase(scene, game);
  await buy();
  await waitFor(
    scene,
    `somebody buys in ${game.name}`,
    async () => (await purchasesOf(scene, game)) > before,
    buy,
    BOUGHT_AGAIN_MS,
  );
}

/** Kills both games at a step. */
async function killGames(scene: Scene, step: GameStep, round: number): Promise<void> {
  const reached = scene.games.filter((game) => canReach(game, step));
  await Promise.all(reached.map((game) => killGame(scene, game, step, round)));
}

/** Kills both games at these steps and does nothing else, while people go on as they please. */
export async function strikeGames(scene: Scene, steps: readonly GameStep[], round: number): Promise<void> {
  for (const step of steps) {
    for (let acts = 0; acts < ACTS_BETWEEN; acts++) await actAtRandom(scene);
    await killGames(scene, step, round);
  }
}

/** Strikes both games with everything once, in a random order, while people go on as they please. */
export async function strikeAll(
  scene: Scene,
  sitePoints: readonly SitePoint[],
  round: number,
): Promise<void> {
  const { random, games } = scene;
  const strikes: (() => Promise<void>)[] = [
    ...GAME_STEPS.map((step) => () => killGames(scene, step, round)),
    ...sitePoints.map((point) => () => killSite(scene, point)),
    async () => void (await Promise.all(games.map((game) => startTwin(scene, game)))),
    async () => void (await Promise.all(games.map((game) => disturb(scene, game)))),
    async () => void (await Promise.all(games.map((game) => failDatabase(scene, game)))),
    async () => void (await Promise.all(games.map((game) => buyInGame(scene, game)))),
    async () => void (await Promise.all(games.map((game) => loseWord(scene, game, round)))),
    async () => {
      await stepBack(scene);
      note(scene, 'K6', 'the site steps back');
    },
  ];
  for (const strike of random.shuffled(strikes)) {
    for (let acts = 0; acts < ACTS_BETWEEN; acts++) await actAtRandom(scene);
    await strike();
  }
}

/** A game without a memory of its own saves an effect in the moment it makes it. */
const canReach = (game: ProvedGame, step: GameStep) => step !== 'after effect' || game.kind.bridge !== 'ox';
