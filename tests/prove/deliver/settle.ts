import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { catchUpReady } from '#/server/domain/deliveries/readyAt.ts';
import type { DeliveryDecision } from '#/contract/operator/deliveries.ts';
import { decideDelivery } from '#/server/domain/deliveries/decideDelivery.ts';
import type { DeliveryState } from '#/server/platform/db/tables/deliveries.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { joinAll } from './acts.ts';
import type { ProvedGame } from './game.ts';
import { passTime, type Scene, waitFor } from './scene.ts';
import type { Pieces } from './worlds.ts';

interface Row {
  id: number;
  server: string;
  player: string | null;
  kind: 'give' | 'revoke' | 'set';
  code: keyof Pieces;
  count: number;
  taken: number | null;
  state: DeliveryState;
  ledger: string | null;
  outcome: string | null;
  /** The operator counted that the player has it, so no ledger needs to know of it. */
  isCounted: boolean;
}

/** Differences between the books and the games. */
export interface Comparison {
  deliveries: number;
  given: number;
  doubled: string[];
  lost: string[];
  /** Deliveries that are in no final state. */
  stuck: string[];
  /** Deliveries that nobody could know of, each with what the proof did to it. */
  unknowns: string[];
  unexplained: string[];
  /** Entries of ledgers that books or games contradict. */
  wrongLedgers: string[];
  /** Players whose Premium in the game is another than on the site. */
  wrongFacts: string[];
  /** Orders that players made in the games. */
  purchases: number;
  /** Games that bought more often than their players did, or with unanswered purchases. */
  wrongPurchases: string[];
  broken: Record<string, number>;
}

async function rowsOf({ site: { pool } }: Scene): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT id::int, server_key AS server, handed_to ->> 'player' AS player, kind, code, count, taken, state,
       ledger_id AS ledger, outcome, EXISTS (SELECT FROM delivery_moves m WHERE m.delivery_id = deliveries.id
         AND m.to_state = 'done' AND m.actor = 'operator') AS "isCounted"
     FROM deliveries ORDER BY id`,
  );
  return rows;
}

const isFinal = ({ state }: Row) => state === 'done' || state === 'cancelled';
const placeOf = ({ server, player }: Pick<Row, 'server' | 'player'>) => `${server}|${player}`;

/**
 * Pieces that each player must have by the books of the site, less what their game lost when a copy was put back.
 */
function expectedOf({ games }: Scene, rows: readonly Row[]): Map<string, Pieces> {
  const isUndone = ({ id }: Row) => games.some((game) => game.undone.has(id));
  const expected = new Map<string, Pieces>();
  const add = (place: string, code: keyof Pieces, pieces: number) => {
    const own = expected.get(place) ?? { unban: 0, name_change: 0, item: 0 };
    own[code] += pieces;
    expected.set(place, own);
  };
  for (const row of rows)
    if (row.state === 'done' && row.kind !== 'set' && !isUndone(row))
      add(placeOf(row), row.code, row.kind === 'give' ? row.count : -(row.taken ?? row.count));
  return expected;
}

async function heldIn(scene: Scene, game: ProvedGame): Promise<Map<string, Pieces>> {
  const pieces = await game.pieces(scene.site.pool);
  const server = game.kind.serverKey;
  return new Map([...pieces].map(([player, own]) => [placeOf({ server, player }), own]));
}

/**
 * The operator decides unknown outcomes by counting what the player has, while nothing else of theirs is on its
 * way. Failed deliveries are tried again.
 */
async function operate(scene: Scene): Promise<void> {
  const rows = await rowsOf(scene);
  const failed = rows.filter(({ state }) => state === 'failed');
  for (const { id } of failed) await decide(scene, id, 'retry');
  for (const game of scene.games) {
    const own = rows.filter((row) => row.server === game.kind.serverKey);
    const unknown = own.find(({ state }) => state === 'unknown');
    const isQuiet = own.every((row) => isFinal(row) || row.state === 'unknown');
    if (unknown && isQuiet) await decide(scene, unknown.id, await findOut(scene, game, unknown, rows));
  }
}

async function findOut(
  scene: Scene,
  game: ProvedGame,
  row: Row,
  rows: readonly Row[],
): Promise<DeliveryDecision> {
  if (row.kind === 'set') return 'notGiven';
  const held = (await heldIn(scene, game)).get(placeOf(row))?.[row.code] ?? 0;
  const difference = held - (expectedOf(scene, rows).get(placeOf(row))?.[row.code] ?? 0);
  const isThere = row.kind === 'give' ? difference >= row.count : difference <= -row.count;
  return isThere ? 'given' : 'notGiven';
}

export async function decide({ site, missed }: Scene, no: number, decision: DeliveryDecision): Promise<void> {
  const reason = 'counted what the player has';
  await withTx(site.pool, (tx) => decideDelivery(tx, site.deps, { no, decision, reason })).catch(
    // a refund may have come first
    (error: unknown) => missed.push(`delivery ${no}: ${String(error)}`),
  );
}

/** Heals the line, brings everybody into the game, and waits until every delivery is over. */
export async function settle(scene: Scene): Promise<void> {
  for (const game of scene.games) {
    game.wire.isBad = false;
    joinAll(scene, game);
  }
  const nudge = async () => {
    await passTime(scene);
    await catchUpReady(scene.site.deps);
    await operate(scene);
    for (const game of scene.games) game.tell({ do: 'save' });
  };
  await nudge();
  await waitFor(
    scene,
    'everything comes to rest',
    async () =>
      scene.games.every((game) => game.openPurchases().length === 0) &&
      (await rowsOf(scene)).every((row) => isFinal(row)),
    nudge,
  );
}

/** Compares games, ledgers and books. */
export async function compare(scene: Scene): Promise<Comparison> {
  const rows = await rowsOf(scene);
  const expected = expectedOf(scene, rows);
  const comparison: Comparison = {
    deliveries: rows.length,
    given: rows.filter(({ state, kind }) => state === 'done' && kind === 'give').length,
    doubled: [],
    lost: [],
    stuck: rows
      .filter((row) => !isFinal(row))
      .map(({ id, kind, state, outcome }) => `${id} ${kind} ${state} after ${outcome}`),
    unknowns: [],
    unexplained: [],
    wrongLedgers: [],
    wrongFacts: [],
    purchases: 0,
    wrongPurchases: [],
    broken: await brokenInvariants(scene.site.pool),
  };
  for (const game of scene.games) {
    const held = await heldIn(scene, game);
    const places = [...expected.keys()].filter((place) => place.startsWith(`${game.kind.serverKey}|`));
    for (const place of new Set([...held.keys(), ...places]))
      for (const code of ['unban', 'name_change', 'item'] as const) {
        const difference = (held.get(place)?.[code] ?? 0) - (expected.get(place)?.[code] ?? 0);
        const what = `${game.name} ${place}: ${difference} ${code}`;
        if (difference > 0) comparison.doubled.push(what);
        if (difference < 0) comparison.lost.push(what);
      }
    comparison.wrongLedgers.push(...wrongEntries(game, rows));
    comparison.wrongFacts.push(...(await wrongFacts(scene, game)));
    const bought = await purchasesOf(scene, game);
    comparison.purchases += bought;
    const open = game.openPurchases().length;
    if (bought > game.purchases || open > 0)
      comparison.wrongPurchases.push(`${game.name}: ${bought} of ${game.purchases}, ${open} open`);
  }
  await explainUnknowns(scene, comparison);
  return comparison;
}

/** Orders that were made in a game. */
export async function purchasesOf({ site: { pool } }: Scene, { kind }: ProvedGame): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(DISTINCT o.id)::int AS count FROM order_moves m JOIN orders o ON o.id = m.order_id JOIN accounts a ON a.id = o.account_id
     WHERE m.reason = 'paid with coins in the game' AND a.server_key = $1`,
    [kind.serverKey],
  );
  return rows[0]!.count;
}

/** Finds entries of a game's ledger that are done but not done on the site, or refused but not cancelled there. */
function wrongEntries(game: ProvedGame, rows: readonly Row[]): string[] {
  const { id, entries } = game.ledger();
  const stateOf = new Map(entries.map(({ no, state }) => [no, state]));
  const own = rows.filter(({ server }) => server === game.kind.serverKey);
  const wrong = own.flatMap((row) => {
    const state = stateOf.get(row.id);
    const isWrong =
      (state === 'done' && row.state !== 'done') ||
      (state === 'refused' && row.state !== 'cancelled') ||
      (row.state === 'done' &&
        row.ledger === id &&
        state === undefined &&
        !row.isCounted &&
        !game.forgotten.has(row.id));
    return isWrong
      ? [
          `${game.name} ${row.id} ${row.kind}: ${state} in the ledger, ${row.state} after ${row.outcome} on the site`,
        ]
      : [];
  });
  const foreign = entries.filter(({ no }) => !own.some((row) => row.id === no));
  return [...wrong, ...foreign.map(({ no }) => `${game.name} ${no}: only in the ledger`)];
}

/** Finds accounts whose newest Premium the game does not know, with the player who should receive it. */
async function wrongFacts({ site: { pool } }: Scene, game: ProvedGame): Promise<string[]> {
  const known = await game.facts(pool);
  if (!known) return [];
  const { rows } = await pool.query<{ player: string; until: string | null }>(
    `SELECT DISTINCT ON (account_id) handed_to ->> 'player' AS player, params ->> 'until' AS until FROM deliveries
     WHERE server_key = $1 AND kind = 'set' AND state = 'done' ORDER BY account_id, fact_version DESC`,
    [game.kind.serverKey],
  );
  return rows.flatMap(({ player, until }) => {
    const told = known.get(player) || null;
    return told === until ? [] : [`${game.name} ${player}: ${told} and not ${until}`];
  });
}

async function explainUnknowns({ site: { pool }, games }: Scene, comparison: Comparison): Promise<void> {
  const { rows } = await pool.query<{ id: number; server: string; actor: string; detail: string | null }>(
    `SELECT d.id::int, d.server_key AS server, m.actor, m.detail FROM delivery_moves m
     JOIN deliveries d ON d.id = m.delivery_id WHERE m.to_state = 'unknown' ORDER BY m.delivery_id, m.version`,
  );
  for (const { id, server, actor, detail } of rows) {
    const game = games.find(({ kind }) => kind.serverKey === server)!;
    const why =
      ((actor === 'operator' || game.doubted.has(id)) && 'its ledger was lost') ||
      (detail?.includes('the database of the game is gone') && 'its database failed in the middle') ||
      (game.begun.has(id) && 'its game was killed in the middle');
    if (why) comparison.unknowns.push(`${game.name} ${id}: ${why}`);
    else comparison.unexplained.push(`${game.name} ${id}: ${detail}`);
  }
}
