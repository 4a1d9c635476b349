import { acceptLedger } from '#/server/domain/gameServers/ledgers.ts';
import { revokeGameKey } from '#/server/domain/gameServers/gameKeys.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { gameKeyOf } from '../support/services/gameAdapter.ts';
import { actAtRandom, provoke, provokeGrant, refund } from './deliverActs.ts';
import type { ProvedGame } from './deliverGame.ts';
import type { SitePoint } from './deliverKinds.ts';
import { passSilence, passTime, type Scene, stepBack, waitFor } from './deliverScene.ts';
import { MISCHIEF } from './deliverWire.ts';

/** Steps of a delivery at which a game server is killed (K3). */
export const GAME_STEPS = [
  'before started',
  'after started',
  'after effect',
  'after save',
  'before done',
  'after done',
  'before the answer',
] as const;
type GameStep = (typeof GAME_STEPS)[number];

/** What else becomes of a game server that was killed at a step: its ledger or its key is another at its next start. */
type Aftermath = 'ledger lost' | 'ledger put back' | 'key rotated';
const AFTERMATHS: Partial<Record<GameStep, Aftermath>> = {
  'after save': 'ledger lost',
  'before done': 'ledger put back',
  'after done': 'key rotated',
};

export const KEY_SCOPES = ['deliver', 'players', 'link'] as const;

const note = ({ kills }: Scene, code: string, what: string) => {
  const name = `${code} ${what}`;
  kills[name] = (kills[name] ?? 0) + 1;
};

/** Kills a game server at a step of a delivery, refunds something meanwhile, and starts it again (K3, K5 to K7, K9). */
export async function killGame(scene: Scene, game: ProvedGame, step: GameStep): Promise<void> {
  const aftermath = AFTERMATHS[step];
  const copy = aftermath === 'ledger put back' ? await copyOldLedger(scene, game) : undefined;
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
  if (aftermath === 'ledger lost') game.replaceLedger();
  if (aftermath === 'ledger put back') game.replaceLedger(copy);
  if (aftermath === 'key rotated') await rotateKey(scene, game);
  await passTime(scene);
  await passSilence(scene, game);
  await game.start();
  note(scene, 'K6', 'the clock of the machine is off');
  if (aftermath === 'ledger lost' || aftermath === 'ledger put back')
    await acceptAnew(scene, game, aftermath);
}

/** A copy of the ledger, made before steps of which the site hears: another copy would look like the ledger after a crash. */
async function copyOldLedger(scene: Scene, game: ProvedGame): Promise<string> {
  const folder = game.copyLedger();
  const headOf = async () => {
    const { rows } = await scene.site.pool.query<{ head: number }>(
      'SELECT head::int FROM game_ledgers WHERE server_key = $1 AND retired_at IS NULL',
      [game.kind.serverKey],
    );
    return rows[0]?.head ?? 0;
  };
  const copied = game.ledger().head;
  await provoke(scene, game);
  await waitFor(
    scene,
    `the site hears of more than the copy of ${game.name}`,
    async () => (await headOf()) > copied,
    () => provoke(scene, game),
  );
  return folder;
}

/** A ledger that the site does not know gets nothing until the operator has accepted it (K5). */
async function acceptAnew(scene: Scene, game: ProvedGame, aftermath: Aftermath): Promise<void> {
  const { pool } = scene.site;
  const { serverKey } = game.kind;
  const isRefused = await waitFor(scene, `${game.name}: ${aftermath}`, () =>
    game.lines.some((line) => line.includes('an operator must accept it')),
  );
  if (!isRefused) return;
  const { id } = game.ledger();
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM deliveries WHERE ledger_id = $1 AND state = 'leased' AND moved_at > (
      SELECT max(seen_at) FROM game_instances WHERE server_key = $2) AND $3`,
    [id, serverKey, aftermath === 'ledger lost'],
  );
  if (rows[0]!.count > 0) scene.missed.push(`${game.name}: an unknown ledger got ${rows[0]!.count}`);
  const held = await pool.query<{ id: number }>(
    `SELECT id::int FROM deliveries WHERE server_key = $1 AND state IN ('leased', 'cancelling')`,
    [serverKey],
  );
  for (const row of held.rows) game.doubted.add(row.id);
  await withTx(pool, (tx) =>
    acceptLedger(tx, scene.site.deps, { serverKey, id: id!, reason: 'proved', isDryRun: false }),
  );
  note(scene, 'K5', `${game.name} ${aftermath}`);
  game.lines.length = 0;
}

/** The operator puts a second key into the server, and revokes the first one (K9). */
async function rotateKey(scene: Scene, game: ProvedGame): Promise<void> {
  const { site } = scene;
  const old = game.key;
  game.key = await gameKeyOf(site, game.kind.serverKey, [...KEY_SCOPES]);
  await withTx(site.pool, (tx) => revokeGameKey(tx, site.deps, old.id));
  note(scene, 'K9', `${game.name} key rotated`);
}

/** A second server runs with a copy of the ledger and the key (K5): it is refused while the first one lives. */
export async function startTwin(scene: Scene, game: ProvedGame): Promise<void> {
  // the first one must have said hello, or the twin takes its place
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
  const cause = () => (point === 'after the grant' ? provokeGrant(scene) : provoke(scene, game));
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

/** The line does each thing to the next requests of a game (K2, K8). */
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

/** The database of a game fails in the middle of a delivery (K4). */
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

/** Everything once for both games, in an order of chance, while people go on as they please. */
export async function strikeAll(scene: Scene, sitePoints: readonly SitePoint[]): Promise<void> {
  const { random, games } = scene;
  const strikes: (() => Promise<void>)[] = [
    ...GAME_STEPS.map((step) => async () => {
      await Promise.all(
        games.filter((game) => canReach(game, step)).map((game) => killGame(scene, game, step)),
      );
    }),
    ...sitePoints.map((point) => () => killSite(scene, point)),
    async () => void (await Promise.all(games.map((game) => startTwin(scene, game)))),
    async () => void (await Promise.all(games.map((game) => disturb(scene, game)))),
    async () => void (await Promise.all(games.map((game) => failDatabase(scene, game)))),
    async () => {
      await stepBack(scene);
      note(scene, 'K6', 'the site steps back');
    },
  ];
  for (const strike of random.shuffled(strikes)) {
    for (let acts = 0; acts < 4; acts++) await actAtRandom(scene);
    await strike();
  }
}

/** A game without memory of its own saves an effect as it makes it. */
const canReach = (game: ProvedGame, step: GameStep) => step !== 'after effect' || game.kind.bridge !== 'ox';
