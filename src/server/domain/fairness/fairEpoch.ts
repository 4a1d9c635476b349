import { hash } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { EPOCH_MAX_AGE_MS, EPOCH_MAX_DRAWS, epochIdOf, previousSeed } from '#/contract/fair.ts';
import { onlyKey, type SecretKey } from '#/server/platform/config/secretKey.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { fairChains, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { decrypt, encrypt } from '#/server/platform/kernel/encryption.ts';

/** Seeds of one chain; each epoch uses one. */
export const CHAIN_LENGTH = 1000;
/** SQL expression over a row of `fair_epochs`: `defaultClientSeed` of the contract. */
export const DEFAULT_CLIENT_SEED = `left(encode(sha256(convert_to('SEED2|' || public_id, 'UTF8')), 'hex'), 22)`;

/** Epochs created at this time or before have reached their maximum age. */
export function oldestEpoch(deps: Pick<Deps, 'now'>): Date {
  return new Date(deps.now().getTime() - EPOCH_MAX_AGE_MS);
}

export type EpochRow = typeof fairEpochs.$inferSelect;

type FairDeps = Pick<Deps, 'secretKey' | 'randomBytes' | 'now'>;

const chainOwner = (accountId: number, chainNo: number) => `${accountId}/${chainNo}`;

/** Walks a chain from its root, the last seed, down to the seed at the given place; place 0 is the anchor. */
function seedAt(root: string, idx: number): string {
  let seed = root;
  // equals `previousSeed` of the contract, with the native hash: a thousand links take 2 ms instead of 20
  for (let at = CHAIN_LENGTH; at > idx; at--) seed = hash('sha256', seed, 'hex');
  return seed;
}

/**
 * Creates the first chain of a new player and its first epoch. Creates the second chain too, because its anchor must be
 * known one whole chain before it is used.
 */
export async function startFair(tx: NodePgDatabase, deps: FairDeps, accountId: number): Promise<void> {
  await startChain(tx, deps, accountId, 1);
  await startChain(tx, deps, accountId, 2);
  await startEpoch(tx, deps, { accountId, chainNo: 1, idx: 1, clientSeed: null });
}

/**
 * Ends the live epoch if it has reached its end or lacks nonces for this many draws, and starts the next one. Draws
 * wait until the transaction ends. Callers lock the account first, so that a second caller sees the new epoch and does
 * nothing.
 */
export async function rotateEpoch(
  tx: NodePgDatabase,
  deps: FairDeps,
  accountId: number,
  draws = 1,
): Promise<void> {
  const live = await lockLiveEpoch(tx, accountId);
  if (live.nextNonce + draws <= EPOCH_MAX_DRAWS && live.createdAt > oldestEpoch(deps)) return;
  await startNextEpoch(tx, deps, live, { endedBy: 'server' });
}

/** Locks the live epoch after all draws that had begun have ended. No draw begins before the transaction ends. */
export async function lockLiveEpoch(tx: NodePgDatabase, accountId: number): Promise<EpochRow> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  const [live] = await tx
    .select()
    .from(fairEpochs)
    .where(and(eq(fairEpochs.accountId, accountId), isNull(fairEpochs.endedAt)))
    .for('update');
  if (!live) throw new Error(`account ${accountId} has no live epoch`);
  return live;
}

/**
 * Ends a locked epoch and starts the next one, in the next chain if this one is used up.
 * @param ending.clientSeed chosen by the player; without one their earlier seed is kept until the end of the chain,
 *   whose seeds were fixed before it
 */
export async function startNextEpoch(
  tx: NodePgDatabase,
  deps: FairDeps,
  live: EpochRow,
  { endedBy, clientSeed }: { endedBy: 'player' | 'server'; clientSeed?: string | undefined },
): Promise<void> {
  const { accountId } = live;
  await tx.update(fairEpochs).set({ endedAt: deps.now(), endedBy }).where(eq(fairEpochs.id, live.id));
  const [chain] = await tx
    .select({ chainNo: fairChains.chainNo })
    .from(fairChains)
    .where(eq(fairChains.id, live.chainId));
  if (!chain) throw new Error(`chain ${live.chainId} is gone`);
  const { chainNo } = chain;
  if (live.idx < CHAIN_LENGTH) {
    const own = live.clientSeedOrigin === 'player' ? live.clientSeed : null;
    return startEpoch(tx, deps, { accountId, chainNo, idx: live.idx + 1, clientSeed: clientSeed ?? own });
  }
  await startChain(tx, deps, accountId, chainNo + 2);
  await startEpoch(tx, deps, { accountId, chainNo: chainNo + 1, idx: 1, clientSeed: clientSeed ?? null });
}

/** The secret server seed of an epoch: 64 hex characters. */
export function serverSeedOf(secretKey: SecretKey, publicId: string, encrypted: Buffer): string {
  return decrypt(secretKey, 'fairSeed', publicId, encrypted);
}

/** Whether the secret opens what is sealed in this database. True when nothing is sealed yet. */
export async function opensNewestChain(db: NodePgDatabase, key: Buffer): Promise<boolean> {
  const [chain] = await db.select().from(fairChains).orderBy(desc(fairChains.id)).limit(1);
  if (!chain) return true;
  try {
    decrypt(onlyKey(key), 'fairRoot', chainOwner(chain.accountId, chain.chainNo), chain.rootEncrypted);
    return true;
  } catch {
    return false;
  }
}

async function startChain(
  tx: NodePgDatabase,
  deps: FairDeps,
  accountId: number,
  chainNo: number,
): Promise<void> {
  const root = deps.randomBytes(32).toString('hex');
  const rootEncrypted = encrypt(deps.secretKey, 'fairRoot', chainOwner(accountId, chainNo), root);
  const anchor = seedAt(root, 0);
  await tx.insert(fairChains).values({ accountId, chainNo, rootEncrypted, anchor, createdAt: deps.now() });
}

interface NewEpoch {
  accountId: number;
  chainNo: number;
  idx: number;
  /** Null when the player has not chosen one. */
  clientSeed: string | null;
}

async function startEpoch(
  tx: NodePgDatabase,
  deps: FairDeps,
  { accountId, chainNo, idx, clientSeed }: NewEpoch,
): Promise<void> {
  const [chain] = await tx
    .select()
    .from(fairChains)
    .where(and(eq(fairChains.accountId, accountId), eq(fairChains.chainNo, chainNo)));
  if (!chain) throw new Error(`account ${accountId} has no chain ${chainNo}`);
  const root = decrypt(deps.secretKey, 'fairRoot', chainOwner(accountId, chainNo), chain.rootEncrypted);
  const serverSeed = seedAt(root, idx);
  const publicId = epochIdOf(serverSeed);
  await tx.insert(fairEpochs).values({
    publicId,
    accountId,
    chainId: chain.id,
    idx,
    commitment: previousSeed(serverSeed),
    serverSeedEncrypted: encrypt(deps.secretKey, 'fairSeed', publicId, serverSeed),
    clientSeed,
    clientSeedOrigin: clientSeed === null ? null : 'player',
    createdAt: deps.now(),
  });
}
