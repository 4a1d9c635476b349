import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { gameKeys, type GameScope } from '#/server/platform/db/tables/game.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { decrypt, encrypt } from '#/server/platform/kernel/encryption.ts';
import { sharedLookup } from '#/server/platform/kernel/sharedLookup.ts';

const PURPOSE = 'game key';
const SECRET_BYTES = 32;
/** Most live keys of a server: enough to replace a key without a gap. */
export const LIVE_KEYS_MAX = 3;
const ID_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

export type GameKeyRow = typeof gameKeys.$inferSelect;
type KeyDeps = Pick<Deps, 'now' | 'randomBytes' | 'secretKey'>;

/** Whether a key may sign now. */
export const isLiveKey = ({ revokedAt, notAfter }: GameKeyRow, now: Date): boolean =>
  revokedAt === null && (notAfter === null || notAfter > now);

/** Scopes of a key: handing over and reporting players, and those that the operator allows additionally. */
export const gameScopes = ({
  mayLink,
  mayPurchase,
}: Record<'mayLink' | 'mayPurchase', boolean>): GameScope[] => [
  'deliver',
  'players',
  ...(mayLink ? ['link' as const] : []),
  ...(mayPurchase ? ['purchase' as const] : []),
];

/**
 * Locks the row of a server, so that changes of its keys and ledgers are made one after the other.
 * @returns whether the server exists
 */
export async function lockServer(tx: NodePgDatabase, key: string): Promise<boolean> {
  const found = await tx
    .select({ key: servers.key })
    .from(servers)
    .where(eq(servers.key, key))
    .for('no key update');
  return found.length > 0;
}

const whereLive = (now: Date) =>
  and(isNull(gameKeys.revokedAt), or(isNull(gameKeys.notAfter), gt(gameKeys.notAfter, now)));

/**
 * Makes a key of a game server (D9). Its secret is returned once and never again. Requires that the server's row is
 * locked.
 * @returns undefined if the server has `LIVE_KEYS_MAX` live keys already
 */
export async function makeGameKey(
  tx: NodePgDatabase,
  { now, randomBytes, secretKey }: KeyDeps,
  { serverKey, label, scopes }: { serverKey: string; label: string; scopes: GameScope[] },
): Promise<{ id: string; secret: string } | undefined> {
  const at = now();
  const live = await tx.$count(gameKeys, and(eq(gameKeys.serverKey, serverKey), whereLive(at)));
  if (live >= LIVE_KEYS_MAX) return undefined;
  const id = `k_${Array.from(randomBytes(13), (byte) => ID_CHARACTERS[byte % ID_CHARACTERS.length]).join('')}`;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const secretEncrypted = encrypt(secretKey, PURPOSE, id, secret);
  await tx.insert(gameKeys).values({ id, serverKey, secretEncrypted, label, scopes, createdAt: at });
  return { id, secret };
}

/** A key that may sign now, with its secret. */
export interface LiveGameKey {
  id: string;
  serverKey: string;
  scopes: GameScope[];
  secret: string;
}

interface FoundKey {
  id: string;
  server_key: string;
  scopes: GameScope[];
  secret_encrypted: Buffer;
}

const findKeys = sharedLookup<string, FoundKey>(
  {
    name: 'gameKeysFind',
    text: `SELECT id, server_key, scopes, secret_encrypted FROM game_keys
      WHERE id = ANY($1) AND revoked_at IS NULL AND (not_after IS NULL OR not_after > $2)`,
  },
  (ids, now) => [ids, now],
);

/** Finds a live key (D9). Nothing is cached, so a revoked key stops at once. */
export async function findGameKey(
  deps: Pick<Deps, 'pool' | 'now' | 'secretKey'>,
  id: string,
): Promise<LiveGameKey | undefined> {
  const row = (await findKeys(deps, [id])).find((each) => each.id === id);
  if (!row) return undefined;
  const { server_key: serverKey, scopes, secret_encrypted: encrypted } = row;
  return { id, serverKey, scopes, secret: decrypt(deps.secretKey, PURPOSE, id, encrypted) };
}

/** Lists the keys of one server or of all, the oldest first. */
export const listGameKeys = (db: NodePgDatabase, serverKey?: string): Promise<GameKeyRow[]> =>
  db
    .select()
    .from(gameKeys)
    .where(serverKey === undefined ? undefined : eq(gameKeys.serverKey, serverKey))
    .orderBy(asc(gameKeys.createdAt), asc(gameKeys.id));

/** Revokes a key at once. @returns the key; undefined if there is no such live key */
export async function revokeGameKey(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  id: string,
): Promise<GameKeyRow | undefined> {
  const at = now();
  const [row] = await tx
    .update(gameKeys)
    .set({ revokedAt: at })
    .where(and(eq(gameKeys.id, id), whereLive(at)))
    .returning();
  return row;
}

/**
 * Sets the end of a key.
 * @returns the key; undefined if there is no such live key
 */
export async function endGameKey(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  id: string,
  notAfter: Date,
): Promise<GameKeyRow | undefined> {
  const [row] = await tx
    .update(gameKeys)
    .set({ notAfter: sql`least(${gameKeys.notAfter}, ${notAfter})` })
    .where(and(eq(gameKeys.id, id), whereLive(now())))
    .returning();
  return row;
}
