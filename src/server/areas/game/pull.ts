import type { GameBody, GameReplies } from '#/contract/game.ts';
import { callOffDue, leaseReady, settledThrough } from '#/server/domain/deliveries/leases.ts';
import { joinPlayers, leavePlayers } from '#/server/domain/deliveries/presence.ts';
import { findGameKey, type LiveGameKey } from '#/server/domain/gameServers/gameKeys.ts';
import { hearInstance, type HeardInstance, type Speaker } from '#/server/domain/gameServers/instances.ts';
import { storeReport } from '#/server/domain/gameServers/playerReports.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail, toAppError } from '#/server/platform/kernel/errors.ts';
import type { HeldPolls } from './heldPolls.ts';
import { recordResults } from './recordResults.ts';
import { isCountWrong, isRosterBroken } from './roster.ts';
import type { HoldAnswer } from './signedCall.ts';

interface Pull {
  body: GameBody<'pull'>;
  speaker: Speaker;
  key: LiveGameKey;
  hold: HoldAnswer;
}

/**
 * Heartbeat, presence, results and work in one call (D3, D24). It is answered at once if there is work, a
 * cancellation or a result to acknowledge; otherwise it is held.
 * @throws AppError gameKeyInvalid if the key was revoked meanwhile
 */
export async function pull(
  deps: Deps,
  polls: HeldPolls,
  { body, speaker, key, hold }: Pull,
): Promise<GameReplies['pull']> {
  const instance = await hearInstance(deps, speaker, body);
  const isOff = key.scopes.includes('players') && (await notePlayersIfPossible(deps, instance, body));
  const results = await recordResults(deps, instance, body.results ?? []);
  const isRosterWanted = async () =>
    isOff || (instance.rosterAt !== null && (await isRosterBroken(deps, instance.serverKey)));
  // leased deliveries must be answered, so nothing after the lease may fail
  let wantRoster = await isRosterWanted();
  let work = await takeWork(deps, instance, body.max);
  const isEmpty = work.deliveries.length + work.cancel.length + results.length === 0;
  if (isEmpty && body.waitS > 0 && body.max > 0) {
    const gone = hold();
    const { serverKey, ledgerId } = instance;
    // nothing is leased to a disconnected caller, because it would be blocked until the lease lapses
    const end = await polls.hold({ serverKey, ledgerId }, body.waitS * 1000, gone);
    wantRoster = await isRosterWanted();
    if (end === 'work') {
      // it may have been revoked while the poll was held
      if (!(await findGameKey(deps, key.id))) fail('gameKeyInvalid');
      work = await takeWork(deps, instance, body.max);
    }
  }
  const { rivalHost, rivalNetwork, rivalAt } = instance;
  return {
    results,
    ...work,
    more: work.deliveries.length === body.max && body.max > 0,
    nextInS: 0,
    wantRoster,
    rival: rivalAt && { host: rivalHost ?? '', network: rivalNetwork ?? '', at: rivalAt.getTime() },
  };
}

/**
 * Notes the players of a poll. A fault of the site is logged, and the site asks for the roster, so that the fault holds up
 * neither results nor work.
 * @throws an error of the database while it is unavailable; the adapter then reports the players again
 */
async function notePlayersIfPossible(
  deps: Deps,
  instance: HeardInstance,
  body: GameBody<'pull'>,
): Promise<boolean> {
  try {
    return await notePlayers(deps, instance, body);
  } catch (error) {
    if (toAppError(error).status === 503) throw error;
    deps.log.error(
      { err: error, gameServer: instance.serverKey },
      'the players of a game server could not be noted: the site asks for all of them',
    );
    return true;
  }
}

/** @returns whether the site's players differ from the game's, so that the site must ask for the roster */
async function notePlayers(deps: Deps, instance: HeardInstance, body: GameBody<'pull'>): Promise<boolean> {
  const { joined = [], left = [], online, slots } = body;
  const { serverKey } = instance;
  if (joined.length + left.length > 0)
    await withTx(deps.pool, async (tx) => {
      // a player who left and joined in the same second is present
      await leavePlayers(tx, deps, serverKey, left);
      await joinPlayers(tx, deps, serverKey, joined);
    });
  const { present } = await storeReport(deps, { server: serverKey, online, slots });
  return isCountWrong(deps, instance, present !== online);
}

/** Leases ready deliveries. While the books of deliveries are broken or handing over is closed, nothing is leased. */
async function takeWork(deps: Deps, { serverKey, ledgerId, instanceId }: HeardInstance, max: number) {
  const { isStopped, isClosed } = deps.bookStops;
  if (isStopped('deliveries') || isClosed('deliveries'))
    return { deliveries: [], cancel: [], settledThrough: await settledThrough(deps, serverKey) };
  const asking = { serverKey, ledgerId, instanceId, max };
  const callOffs = await callOffDue(deps, asking);
  return { ...callOffs, deliveries: max > 0 ? await leaseReady(deps, asking) : [] };
}
