import { asc, eq } from 'drizzle-orm';
import type { ServerReply } from '#/contract/operator/servers.ts';
import { isLiveKey, LIVE_KEYS_MAX, listGameKeys } from '#/server/domain/gameServers/gameKeys.ts';
import { gameLedgers } from '#/server/platform/db/tables/game.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { listServers } from './listServers.ts';

/**
 * Shows a game server with its keys and ledgers. Only the answer of the act that makes a key contains a secret.
 * @throws AppError notFound
 */
export async function showServer(deps: Pick<Deps, 'db' | 'now'>, key: string): Promise<ServerReply> {
  const { db, now } = deps;
  const [found] = await listServers(deps, key);
  if (!found) return fail('notFound');
  const { row, ...lane } = found;
  const keys = await listGameKeys(db, key);
  const ledgers = await db
    .select()
    .from(gameLedgers)
    .where(eq(gameLedgers.serverKey, key))
    .orderBy(asc(gameLedgers.firstSeenAt));
  const at = now();
  return {
    ...lane,
    codes: row?.codes ?? [],
    facts: row?.facts ?? [],
    proves: row?.proves ?? [],
    keysMost: LIVE_KEYS_MAX,
    keys: keys.toReversed().map((one) => ({
      id: one.id,
      label: one.label,
      scopes: one.scopes,
      createdAt: one.createdAt.toISOString(),
      endsAt: one.notAfter?.toISOString() ?? null,
      revokedAt: one.revokedAt?.toISOString() ?? null,
      lastUsedAt: one.lastUsedAt?.toISOString() ?? null,
      lastNetwork: one.lastNetwork,
      isLive: isLiveKey(one, at),
    })),
    ledgers: ledgers.toReversed().map(({ id, head, firstSeenAt, acceptedAt, retiredAt, refusedHead }) => ({
      id,
      head,
      firstSeenAt: firstSeenAt.toISOString(),
      acceptedAt: acceptedAt?.toISOString() ?? null,
      retiredAt: retiredAt?.toISOString() ?? null,
      refusedHead,
    })),
  };
}
