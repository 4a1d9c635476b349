import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { MakeKeyBody } from '#/contract/operator/servers.ts';
import {
  endGameKey,
  type GameKeyRow,
  gameScopes,
  isLiveKey,
  listGameKeys,
  lockServer,
  makeGameKey,
  revokeGameKey,
} from '#/server/domain/gameServers/gameKeys.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { gameKeys } from '#/server/platform/db/tables/game.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

const HOUR_MS = 60 * 60_000;

interface KeyReply {
  endsAt: string | null;
  revokedAt: string | null;
}

/**
 * Makes a key (D9). Only the first answer contains its secret.
 * @throws AppError notFound, tooManyGameKeys
 */
export async function makeKeyAct(
  tx: NodePgDatabase,
  deps: Deps,
  serverKey: string,
  { label, mayLink, mayPurchase }: Omit<MakeKeyBody, 'reason'>,
): Promise<ActOutcome<{ id: string; secret?: string | undefined }>> {
  if (!(await lockServer(tx, serverKey))) return fail('notFound');
  const scopes = gameScopes({ mayLink, mayPurchase });
  const keys = await listGameKeys(tx, serverKey);
  const live = keys.filter((key) => isLiveKey(key, deps.now())).length;
  const made = await makeGameKey(tx, deps, { serverKey, label, scopes });
  if (!made) return fail('tooManyGameKeys');
  return {
    reply: { id: made.id },
    shownOnce: { secret: made.secret },
    target: { type: 'server', id: serverKey },
    before: { liveKeys: live },
    after: { liveKeys: live + 1, label, scopes },
  };
}

/**
 * Sets the end of a key.
 * @throws AppError notFound; operatorChanged if its end has changed since the operator's look
 */
export async function endKeyAct(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  id: string,
  { hours, endsAt }: { hours: number; endsAt: string | null },
): Promise<ActOutcome<KeyReply>> {
  const key = await lockLive(tx, deps, id);
  if ((key.notAfter?.toISOString() ?? null) !== endsAt) return fail('operatorChanged');
  const ended = await endGameKey(tx, deps, id, new Date(deps.now().getTime() + hours * HOUR_MS));
  return outcomeOf(key, ended!);
}

/**
 * Revokes a key at once.
 * @throws AppError notFound; operatorChanged if the key is no longer live
 */
export async function revokeKeyAct(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  id: string,
): Promise<ActOutcome<KeyReply>> {
  const key = await lockLive(tx, deps, id);
  const revoked = await revokeGameKey(tx, deps, id);
  return outcomeOf(key, revoked!);
}

async function lockLive(tx: NodePgDatabase, { now }: Pick<Deps, 'now'>, id: string): Promise<GameKeyRow> {
  const [key] = await tx.select().from(gameKeys).where(eq(gameKeys.id, id)).for('update');
  if (!key) return fail('notFound');
  return isLiveKey(key, now()) ? key : fail('operatorChanged');
}

function outcomeOf(before: GameKeyRow, after: GameKeyRow): ActOutcome<KeyReply> {
  const reply = {
    endsAt: after.notAfter?.toISOString() ?? null,
    revokedAt: after.revokedAt?.toISOString() ?? null,
  };
  return {
    reply,
    target: { type: 'gameKey', id: after.id },
    before: {
      server: before.serverKey,
      ...endOf(before),
      lastUsedAt: before.lastUsedAt?.toISOString() ?? null,
    },
    after: { server: after.serverKey, ...endOf(after) },
  };
}

const endOf = ({ notAfter, revokedAt }: GameKeyRow) => ({
  keyEndsAt: notAfter?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
});
