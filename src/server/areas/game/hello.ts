import {
  GAME_PROTOCOL,
  type GameReplies,
  type HelloBody,
  POLL_HOLD_MAX_S,
  PULL_MAX,
} from '#/contract/game.ts';
import { settledThrough } from '#/server/domain/deliveries/leases.ts';
import { forgetPlayers, readyOffline } from '#/server/domain/deliveries/presence.ts';
import { greetInstance, SILENT_AFTER_MS, type Speaker } from '#/server/domain/gameServers/instances.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Begins an instance of an adapter (D6, D7). The players known before are forgotten, because the roster lists them
 * anew.
 * @throws AppError instanceActive, ledgerUnknown, seqReused
 */
export async function hello(deps: Deps, speaker: Speaker, body: HelloBody): Promise<GameReplies['hello']> {
  const { serverKey, network } = speaker;
  const greeted = await withTx(deps.pool, async (tx) => {
    const answer = await greetInstance(tx, deps, speaker, body);
    if ('refused' in answer) return answer;
    await forgetPlayers(tx, deps, serverKey);
    await readyOffline(tx, deps, serverKey);
    return answer;
  });
  if ('refused' in greeted) {
    const facts = { gameServer: serverKey, host: body.host, network, ledger: body.ledger };
    deps.log.warn(facts, `a game server was refused: ${greeted.refused}`);
    return fail(greeted.refused, { retryAfterSeconds: SILENT_AFTER_MS / 1000 });
  }
  deps.log.info(
    { gameServer: serverKey, adapter: body.adapter, host: body.host },
    'a game server is connected',
  );
  return {
    server: serverKey,
    v: { min: GAME_PROTOCOL, max: GAME_PROTOCOL },
    waitS: POLL_HOLD_MAX_S,
    max: PULL_MAX,
    handover: 'auto',
    settledThrough: await settledThrough(deps, serverKey),
    wantRoster: true,
  };
}
