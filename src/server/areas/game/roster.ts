import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { GameBody, GameReplies } from '#/contract/game.ts';
import { forgetPlayers, joinPlayers } from '#/server/domain/deliveries/presence.ts';
import {
  hearInstance,
  type HeardInstance,
  type InstanceRow,
  type Speaker,
} from '#/server/domain/gameServers/instances.ts';
import { gameInstances } from '#/server/platform/db/tables/game.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/** If no part of a roster arrives for this time, the roster is incomplete. */
const BROKEN_OFF_AFTER_MS = 10_000;

/**
 * Stores the list of all players on a server, in parts. With the last part, players who were in no part are removed.
 * A part out of order is refused, and the next poll asks for the whole list again.
 * @throws AppError badRequest if a part is missing
 */
export async function takeRoster(
  deps: Deps,
  speaker: Speaker,
  body: GameBody<'roster'>,
): Promise<GameReplies['roster']> {
  const { part, of, players } = body;
  const { serverKey } = await hearInstance(deps, speaker, body);
  const isWhole = part === of;
  const isTaken = await withTx(deps.pool, async (tx) => {
    const byServer = eq(gameInstances.serverKey, serverKey);
    const [known] = await tx.select().from(gameInstances).where(byServer).for('update');
    const note = (set: Partial<InstanceRow>) => tx.update(gameInstances).set(set).where(byServer);
    const at = deps.now();
    const beganAt = (part === 1 ? null : known?.rosterAt) ?? at;
    if (part > 1 && !(known && follows(known, part))) {
      await note({ rosterAt: beganAt, rosterHeardAt: null });
      return false;
    }
    await joinPlayers(tx, deps, serverKey, players);
    if (isWhole) await forgetPlayers(tx, deps, serverKey, beganAt);
    await note({ rosterAt: isWhole ? null : beganAt, rosterPart: part, rosterHeardAt: at });
    return true;
  });
  if (!isTaken) fail('badRequest');
  deps.wakeUps.emit('deliveries');
  return { isWhole };
}

/** Whether a part is the next one of the roster being received, or a repetition of the last one. */
const follows = ({ rosterAt, rosterPart, rosterHeardAt }: InstanceRow, part: number) =>
  rosterAt !== null && rosterHeardAt !== null && (part === rosterPart || part === rosterPart + 1);

/**
 * Whether the number of players differs from the site's list in two polls in a row. A single difference is normal,
 * because a joining player may be counted before they are listed. While a roster is being received, the roster
 * decides.
 */
export async function isCountWrong(
  { pool }: Pick<Deps, 'pool'>,
  { serverKey, rosterAt, isCountOff }: HeardInstance,
  isOff: boolean,
): Promise<boolean> {
  if (rosterAt) return false;
  if (isOff !== isCountOff)
    await pool.query('UPDATE game_instances SET is_count_off = $2 WHERE server_key = $1', [serverKey, isOff]);
  return isOff && isCountOff;
}

/** Whether a roster stopped between two parts. */
export async function isRosterBroken(
  { db, now }: { db: NodePgDatabase; now: Deps['now'] },
  serverKey: string,
): Promise<boolean> {
  const [row] = await db.select().from(gameInstances).where(eq(gameInstances.serverKey, serverKey));
  if (!row?.rosterAt) return false;
  const { rosterHeardAt } = row;
  return rosterHeardAt === null || now().getTime() - rosterHeardAt.getTime() >= BROKEN_OFF_AFTER_MS;
}
