import { eq } from 'drizzle-orm';
import type { GameBody, GameReplies } from '#/contract/game.ts';
import { forgetPlayers, joinPlayers } from '#/server/domain/deliveries/presence.ts';
import { hearInstance, type Speaker } from '#/server/domain/gameServers/instances.ts';
import { gameInstances } from '#/server/platform/db/tables/game.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Takes the list of all players on a server, in parts. With the last part whoever was in none is gone.
 * @throws AppError badRequest if the first part is missing
 */
export async function takeRoster(
  deps: Deps,
  speaker: Speaker,
  body: GameBody<'roster'>,
): Promise<GameReplies['roster']> {
  const { part, of, players } = body;
  const { rosterAt, serverKey } = await hearInstance(deps, speaker, body);
  const beganAt = part === 1 ? deps.now() : (rosterAt ?? fail('badRequest'));
  const isWhole = part === of;
  await withTx(deps.pool, async (tx) => {
    await joinPlayers(tx, deps, serverKey, players);
    if (isWhole) await forgetPlayers(tx, serverKey, beganAt);
    await tx
      .update(gameInstances)
      .set({ rosterAt: isWhole ? null : beganAt })
      .where(eq(gameInstances.serverKey, serverKey));
  });
  deps.wakeUps.emit('deliveries');
  return { isWhole };
}
