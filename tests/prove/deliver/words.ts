import { eq } from 'drizzle-orm';
import { deliveries, type DeliveryState } from '#/server/platform/db/tables/deliveries.ts';
import { grant, joinAll } from './acts.ts';
import type { ProvedGame } from './game.ts';
import type { GameStep } from './kinds.ts';
import { note, passSilence, passTime, type Scene, waitFor } from './scene.ts';
import { decide } from './settle.ts';

/** A kill may hit another delivery than the one that is meant. */
const TRIES = 5;

/**
 * The operator finds that a delivery was not given. The answer with their word is lost on the line, and the game dies again
 * in the middle of what the word has begun (K2, K3). The word must reach the game, and must not cover what came after it.
 */
export async function loseWord(scene: Scene, game: ProvedGame, round: number): Promise<void> {
  if (!game.isForgetful) return;
  const step: GameStep = round % 2 === 0 ? 'after save' : 'after effect';
  for (let tries = 0; tries < TRIES; tries++)
    if (await tryToLoseWord(scene, game, step))
      return note(scene, 'K2', `${game.name} loses a word, ${step}`);
  scene.missed.push(`${game.name}: a word of the operator is lost, and it dies ${step}`);
}

/** @returns false if a kill did not hit the delivery */
async function tryToLoseWord(scene: Scene, game: ProvedGame, step: GameStep): Promise<boolean> {
  const buyer = scene.buyers.findLast((each) => each.game === game)!;
  // told before, because a quick game would have done it by then and never die
  game.tell({ do: 'kill', step: 'after started' });
  const no = await grant(scene, buyer, 'name_change', 1);
  if (!(await dieIn(scene, game, 'after started', no))) return false;
  if ((await afterwards(scene, game, no)) !== 'unknown' || game.hasGiven(no)) return false;
  const through = startedAttempt(game, no)!;
  let isLost = false;
  void game.wire.loseAnswerWith(`\\"no\\":${no},\\"attempt\\"`).then(() => (isLost = true));
  await decide(scene, no, 'notGiven');
  await waitFor(
    scene,
    `${game.name}: the answer with a word is lost`,
    () => isLost,
    () => hurry(scene, game),
  );
  if (!(await dieIn(scene, game, step, no, through))) return false;
  const state = await afterwards(scene, game, no);
  if (state !== 'unknown')
    scene.missed.push(`${game.name} ${no}: ${state} after a word that does not cover it`);
  return true;
}

const startedAttempt = (game: ProvedGame, no: number): number | undefined =>
  game.ledger().entries.find((entry) => entry.no === no && entry.state === 'started')?.attempt;

/**
 * Kills a game at a step of this delivery, and starts it again.
 * @param through attempt that was begun before
 * @returns false if another delivery was hit
 */
async function dieIn(
  scene: Scene,
  game: ProvedGame,
  step: GameStep,
  no: number,
  through = 0,
): Promise<boolean> {
  game.tell({ do: 'kill', step });
  await waitFor(
    scene,
    `${game.name} is killed ${step} of ${no}`,
    () => !game.isAlive,
    () => hurry(scene, game),
  );
  // one that never reaches the step lives still
  await game.kill();
  const isHit = (startedAttempt(game, no) ?? 0) > through;
  await passSilence(scene, game);
  await game.start();
  return isHit && (step === 'after started' || game.hasGiven(no) === (step === 'after save'));
}

/** @returns the state of a delivery after the game was asked again */
async function afterwards(scene: Scene, game: ProvedGame, no: number): Promise<DeliveryState | undefined> {
  const { db } = scene.site.deps;
  let state: DeliveryState | undefined;
  await waitFor(
    scene,
    `${game.name} answers of ${no}`,
    async () => {
      const [row] = await db.select().from(deliveries).where(eq(deliveries.id, no));
      state = row?.state;
      return state === 'unknown' || state === 'done' || state === 'failed';
    },
    () => hurry(scene, game),
  );
  return state;
}

/** Brings what a game has in hand to its end. */
async function hurry(scene: Scene, game: ProvedGame): Promise<void> {
  await passTime(scene);
  joinAll(scene, game);
}
