import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { createHash } from 'node:crypto';
import { bundlePrograms } from '../../support/app/programs.ts';
import { randomOf } from '../../support/app/random.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { codeOfPlayer, linkOf, answerLink } from '../../support/players/gameLinks.ts';
import { createMember } from '../../support/players/settings.ts';
import { giveCoins, useFakeProvider } from '../../support/players/shopping.ts';
import { gameKeyOf } from '../../support/services/gameAdapter.ts';
import { permit } from './acts.ts';
import { type GameKind, ProvedGame } from './game.ts';
import {
  type FivemBridge,
  type GameStep,
  KEY_SCOPES,
  type RagempBridge,
  SITE_POINTS,
  type SitePoint,
} from './kinds.ts';
import { type Buyer, type Scene, SITE_SECRET, SiteProcess, freePort, waitFor } from './scene.ts';
import { compare, type Comparison, settle } from './settle.ts';
import { strikeAll, strikeGames } from './strikes.ts';
import { type Mischief, MISCHIEF, openWire } from './wire.ts';
import { playerKeyOf } from './worlds.ts';

const SITE = 'tests/prove/deliver/site.ts';
const FIVEM = 'tests/prove/deliver/fivemGame.ts';
const BUYERS_A_GAME = 3;
const START_COINS = 100_000;
/** A code that was lost on the line is typed anew, but not while it may be on its way. */
const TYPED_AGAIN_MS = 5000;

export interface DeliverFigure extends Comparison {
  seed: number;
  games: string[];
  rounds: number;
  /** Number of kills, by code and point. */
  kills: Record<string, number>;
  mischief: Record<Mischief, number>;
  /** Number of acts of buyers and operators. */
  acts: Record<string, number>;
  /** Points that were never reached, and conditions that never came. */
  missed: string[];
  /** Forged and repeated requests that the site took. */
  taken: string[];
}

interface Campaign {
  bridges: { fivem: FivemBridge; ragemp: RagempBridge };
  rounds: number;
  seed: number;
  /** Points at which the site is killed. Default: all. */
  sitePoints?: readonly SitePoint[];
  /**
   * Steps at which the games are killed, in this order, while nothing else is done. Default: everything by
   * chance.
   */
  steps?: readonly GameStep[];
}

/**
 * Runs the campaign (K1 to K9). Buyers buy, win, give back and change their links. In each round, site, adapters,
 * lines, databases, ledgers and keys of both games suffer every fault once. In the end games and books are
 * compared.
 */
export async function deliverUnderFire(
  newSite: () => Promise<TestApp>,
  { bridges, rounds, seed, sitePoints = SITE_POINTS, steps }: Campaign,
): Promise<DeliverFigure> {
  const site = await newSite();
  // the same site as the process: its secret, and the time of day
  site.deps.secretKey = onlyKey(createHash('sha256').update(SITE_SECRET).digest());
  site.deps.now = () => new Date();
  useFakeProvider(site);
  await site.pool.query(
    `CREATE TABLE onerp_deliveries (id bigint PRIMARY KEY, taken int, given_at timestamptz DEFAULT now());
    CREATE TABLE game_things (player text, code text, pieces int NOT NULL DEFAULT 0, PRIMARY KEY (player, code));
    CREATE TABLE game_facts (player text PRIMARY KEY, premium text)`,
  );
  const programs = await bundlePrograms(SITE, FIVEM);
  const scene: Scene = {
    site,
    server: new SiteProcess(programs.pathOf(SITE), site, await freePort()),
    games: [],
    buyers: [],
    random: randomOf(seed),
    acts: {},
    kills: {},
    missed: [],
  };
  try {
    await scene.server.start();
    const kinds: GameKind[] = [
      { adapter: 'fivem', serverKey: 'everest', bridge: bridges.fivem },
      { adapter: 'ragemp', serverKey: 'fuji', bridge: bridges.ragemp },
    ];
    for (const kind of kinds) await openGame(scene, kind, programs.pathOf(FIVEM));
    for (const game of scene.games) game.wire.isBad = true;
    for (let round = 0; round < rounds; round++)
      await (steps ? strikeGames(scene, steps, round) : strikeAll(scene, sitePoints, round));
    await settle(scene);
    const figure = await compare(scene);
    const { kills, acts, missed, games } = scene;
    const mischief = Object.fromEntries(
      MISCHIEF.map((each) => [each, games.reduce((sum, { wire }) => sum + wire.counts[each], 0)]),
    ) as DeliverFigure['mischief'];
    const taken = games.flatMap(({ wire }) => wire.taken);
    return {
      seed,
      games: games.map(({ name }) => name),
      rounds,
      kills,
      mischief,
      acts,
      missed,
      taken,
      ...figure,
    };
  } finally {
    for (const game of scene.games) {
      await game.kill();
      game.wire.close();
      game.remove();
    }
    await scene.server.kill();
    programs.remove();
    await site.close();
  }
}

/** Starts a game with its line and buyers, who tie their accounts if its players must. */
async function openGame(scene: Scene, kind: GameKind, program: string): Promise<void> {
  const { site, server, random } = scene;
  const wire = await openWire(server.url, random);
  const key = await gameKeyOf(site, kind.serverKey, [...KEY_SCOPES]);
  const game = new ProvedGame(kind, { wire, key, program, databaseUrl: site.databaseUrl });
  scene.games.push(game);
  for (let at = 1; at <= BUYERS_A_GAME; at++) {
    const member = await createMember(site);
    await site.pool.query('UPDATE accounts SET server_key = $2 WHERE id = $1', [
      member.accountId,
      kind.serverKey,
    ]);
    await giveCoins(site, member.accountId, START_COINS);
    const player = kind.adapter === 'fivem' ? playerKeyOf(at) : member.login;
    scene.buyers.push({ member, game, player, orders: [], chargedBack: [], coupons: [], parcels: 0 });
    if (kind.adapter === 'ragemp')
      await site.pool.query(
        `WITH facts AS (INSERT INTO game_facts (player) VALUES ($1))
         INSERT INTO game_things (player, code) SELECT $1, unnest(ARRAY['unban', 'name_change', 'item'])`,
        [player],
      );
  }
  await game.start();
  await waitFor(scene, `${game.name} is connected`, () =>
    game.lines.some((line) => line.includes(`connected as ${kind.serverKey}`)),
  );
  for (const buyer of scene.buyers.filter((each) => each.game === game)) {
    game.tell({ do: 'join', player: buyer.player });
    if (kind.adapter === 'fivem') await tie(scene, buyer);
    await permit(scene, buyer);
  }
}

/** A player types the code that the site shows, and confirms the link. */
async function tie(scene: Scene, { member, game, player }: Buyer): Promise<void> {
  const { site } = scene;
  const type = async () => game.tell({ do: 'link', player, code: await codeOfPlayer(site, member) });
  const isTied = async () => (await linkOf(site, member)).state === 'pending';
  await type();
  await waitFor(scene, `${player} is tied`, isTied, type, TYPED_AGAIN_MS);
  await answerLink(site, member, 'confirm', (await linkOf(site, member)).id);
}
