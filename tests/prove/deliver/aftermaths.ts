import { and, eq, inArray } from 'drizzle-orm';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { catchUpReady } from '#/server/domain/deliveries/readyAt.ts';
import { deliver, tellPremiumAgain } from '#/server/domain/deliveries/deliver.ts';
import { revokeGameKey } from '#/server/domain/gameServers/gameKeys.ts';
import { acceptLedger } from '#/server/domain/gameServers/ledgers.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { gameKeyOf } from '../../support/services/gameAdapter.ts';
import { joinAll, provoke } from './acts.ts';
import type { ProvedGame } from './game.ts';
import { type GameStep, KEY_SCOPES } from './kinds.ts';
import { note, passTime, type Scene, waitFor } from './scene.ts';

/** Event that follows the killing of a game server, besides its next start. */
type Aftermath = 'ledger lost' | 'ledger put back' | 'key rotated' | 'game put back';

/** If there are several, they take turns. Undefined when no event follows. */
const AFTERMATHS: Partial<Record<GameStep, readonly (Aftermath | undefined)[]>> = {
  'after started': ['game put back', undefined],
  'after save': ['ledger lost'],
  'before done': ['ledger put back', 'ledger lost'],
  'after done': ['key rotated', 'ledger put back'],
  'before the answer': ['key rotated'],
};

/** Brings about the aftermath of a kill. It is prepared before the kill, as a copy is made before it is needed. */
export interface Prepared {
  /** While the game is dead. */
  strike: () => Promise<void>;
  /** When it is started again. */
  settle: () => Promise<void>;
}

const nothing = async () => {};
const NOTHING: Prepared = { strike: nothing, settle: nothing };

/** @param round of the campaign */
export async function prepare(
  scene: Scene,
  game: ProvedGame,
  step: GameStep,
  round: number,
): Promise<Prepared> {
  const turns = AFTERMATHS[step];
  const aftermath = turns?.[(scene.games.indexOf(game) + round) % turns.length];
  switch (aftermath) {
    case 'ledger lost':
      return { strike: async () => game.replaceLedger(), settle: () => acceptAnew(scene, game, aftermath) };
    case 'ledger put back': {
      const copy = await copyOldLedger(scene, game);
      return {
        strike: async () => game.replaceLedger(copy),
        settle: () => acceptAnew(scene, game, aftermath),
      };
    }
    case 'key rotated':
      return { strike: () => rotateKey(scene, game), settle: nothing };
    case 'game put back':
      return backUpGame(scene, game);
    default:
      return NOTHING;
  }
}

/**
 * Copies the ledger before steps that the site learns of, because a later copy would look like the ledger after a
 * crash.
 */
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

/**
 * Copies what a game has saved, and lets it give more (K4). Putting the copy back takes what was given meanwhile
 * out of the game, but not out of the ledger. It is granted again once the site says that it is done, because an
 * operator sees it only then.
 */
async function backUpGame(scene: Scene, game: ProvedGame): Promise<Prepared> {
  const { site } = scene;
  let backup: Awaited<ReturnType<ProvedGame['backUp']>>;
  await waitFor(
    scene,
    `${game.name} is backed up`,
    async () => (backup = await game.backUp(site.pool)) !== undefined,
    () => hurry(scene, game),
  );
  if (!backup) return NOTHING;
  const { saved, done } = backup;
  const doneSince = () => [...game.done()].filter((no) => !done.has(no));
  await provoke(scene, game);
  await waitFor(
    scene,
    `${game.name} gives something that its backup has not`,
    () => doneSince().length > 0,
    async () => {
      await provoke(scene, game);
      game.tell({ do: 'save' });
    },
  );
  let undone: number[] = [];
  return {
    strike: async () => {
      undone = doneSince();
      for (const no of undone) game.undone.add(no);
      await game.putBack(site.pool, saved);
      note(scene, 'K4', `${game.name} put back from a backup`);
    },
    settle: async () => {
      await waitFor(
        scene,
        `the site hears what ${game.name} had given`,
        async () => (await countDone(scene, undone)) === undone.length,
        () => hurry(scene, game),
      );
      for (const no of undone) await grantAgain(scene, no);
      await tellPremiums(scene, game);
    },
  };
}

/** Finishes the deliveries that a game has begun. */
async function hurry(scene: Scene, game: ProvedGame): Promise<void> {
  await passTime(scene);
  joinAll(scene, game);
  await catchUpReady(scene.site.deps);
  game.tell({ do: 'save' });
}

const countDone = ({ site: { deps } }: Scene, numbers: readonly number[]): Promise<number> =>
  deps.db.$count(deliveries, and(inArray(deliveries.id, [...numbers]), eq(deliveries.state, 'done')));

/** Tells a game again until when its players have Premium. */
async function tellPremiums({ site, buyers }: Scene, game: ProvedGame): Promise<void> {
  for (const { member } of buyers.filter((each) => each.game === game))
    await withTx(site.pool, async (tx) => {
      const { id: accountId, serverKey } = (await lockAccount(tx, eq(accounts.id, member.accountId)))!;
      await tellPremiumAgain(tx, site.deps, { accountId, serverKey });
    });
}

/** The operator grants again what a game lost when a copy was put back. */
async function grantAgain({ site }: Scene, no: number): Promise<void> {
  const [row] = await site.deps.db.select().from(deliveries).where(eq(deliveries.id, no));
  if (row?.kind !== 'give') return;
  const { accountId, serverKey, kind, code, count } = row;
  const cause = { reason: 'operator', refType: 'grant', refId: `again-${no}` };
  await withTx(site.pool, (tx) =>
    deliver(tx, site.deps, { accountId, serverKey, kind, code, count, ...cause }),
  );
}
