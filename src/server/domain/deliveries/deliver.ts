import { and, desc, eq, inArray, max, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { deliveries, type GameParams, type HandedTo } from '#/server/platform/db/tables/deliveries.ts';
import type { GameGoods } from '#/server/platform/db/tables/quote.ts';
import { newPublicId } from '#/server/platform/kernel/codes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { moveDelivery } from './moveDelivery.ts';
import { readyFor } from './readyAt.ts';

export type DeliveryDeps = Pick<Deps, 'now' | 'randomBytes'>;

/** The cause of a delivery. These three fields, with kind and code, cause it once. */
export interface DeliveryCause {
  reason: string;
  refType: string;
  refId: string;
}

interface NewDelivery extends DeliveryCause, Partial<Pick<GameGoods, 'params' | 'needsOnline' | 'titles'>> {
  accountId: number;
  serverKey: string;
  kind: 'give' | 'revoke' | 'set';
  code: string;
  count: number;
  /** Version of a fact. */
  factVersion?: number;
  /** For a revoke, the id of the delivery that it takes back, and the time of the refund that caused it. */
  revokesId?: number;
  moneyBackAt?: Date | null;
}

/**
 * Writes a delivery into the outbox of the game, in the transaction of its cause (D1). Only this function and `deliverAll`
 * insert deliveries.
 * @returns the id of the row
 */
export async function deliver(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  delivery: NewDelivery,
): Promise<number> {
  const [id] = await deliverAll(tx, deps, [delivery]);
  return id!;
}

/** Writes deliveries in one statement. @returns the ids of the rows, in the same order */
export async function deliverAll(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  written: readonly NewDelivery[],
): Promise<number[]> {
  if (written.length === 0) return [];
  const at = deps.now();
  const rows = await tx
    .insert(deliveries)
    .values(
      written.map((delivery) => {
        const needsOnline = delivery.needsOnline ?? true;
        return {
          publicId: newPublicId(deps),
          ...delivery,
          needsOnline,
          readyAt: readyFor(at, { ...delivery, needsOnline, createdAt: at }),
          movedAt: at,
          createdAt: at,
        };
      }),
    )
    .returning({ id: deliveries.id });
  if (rows.length !== written.length) throw new Error('a delivery was not written');
  return rows.map(({ id }) => id);
}

/** Premium of a player: the account and the end. */
interface PremiumFact {
  accountId: number;
  serverKey: string;
  /** Null when the player has no Premium. */
  until: Date | null;
}

/** The seconds since then are the least version of a new fact. They fit into the column until 2088. */
const VERSIONS_SINCE = Date.UTC(2020, 0, 1);

/** Name of the fact that holds the end of a player's Premium. */
const PREMIUM = 'premium';

const byPremium = ({ accountId, serverKey }: Pick<PremiumFact, 'accountId' | 'serverKey'>) =>
  and(
    eq(deliveries.accountId, accountId),
    eq(deliveries.serverKey, serverKey),
    eq(deliveries.kind, 'set'),
    eq(deliveries.code, PREMIUM),
  );

/**
 * Tells the game the end of a player's Premium (D13). A fact that the game has not received yet is replaced. Its version
 * is above the last one and above the clock, so that a restored database never tells a version below that of the game
 * (O33). Requires that the account is locked, so that versions rise.
 */
export async function setPremium(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  { accountId, serverKey, until }: PremiumFact,
): Promise<void> {
  const ofAccount = byPremium({ accountId, serverKey });
  const unheard = await tx
    .select()
    .from(deliveries)
    .where(and(ofAccount, inArray(deliveries.state, ['waiting', 'failed', 'unknown'])))
    .for('update');
  for (const row of unheard)
    await moveDelivery(tx, deps, row, 'cancelled', { actor: 'site', reason: 'replaced' });
  const [last] = await tx
    .select({ version: max(deliveries.factVersion) })
    .from(deliveries)
    .where(ofAccount);
  const seconds = Math.floor((deps.now().getTime() - VERSIONS_SINCE) / 1000);
  const factVersion = Math.max((last?.version ?? 0) + 1, seconds);
  const params: GameParams = { until: until?.toISOString() ?? null };
  await deliver(tx, deps, {
    accountId,
    serverKey,
    kind: 'set',
    code: PREMIUM,
    count: 1,
    params,
    factVersion,
    reason: PREMIUM,
    refType: 'account',
    refId: `${accountId}:${factVersion}`,
  });
}

/**
 * Tells the game the end of a player's Premium again, because another player of the game receives it now. Does
 * nothing if the game was never told. Requires that the account is locked.
 */
export async function tellPremiumAgain(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  owner: { accountId: number; serverKey: string },
): Promise<void> {
  const [last] = await tx
    .select({ until: sql<string | null>`${deliveries.params} ->> 'until'` })
    .from(deliveries)
    .where(byPremium(owner))
    .orderBy(desc(deliveries.factVersion))
    .limit(1);
  if (last)
    await setPremium(tx, deps, { ...owner, until: last.until === null ? null : new Date(last.until) });
}

/**
 * Cancels what a closed account waits for. What the game must take back stays, and so does a fact for a player whom the
 * game knows: they are handed over under the player's name in the game, because the account forgets its own (C10).
 * Requires that the account is locked.
 */
export async function cancelWaiting(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  accountId: number,
): Promise<void> {
  // deliveries of a lost ledger are left out, because the game's proof decides about them
  const ofAccount = and(
    eq(deliveries.accountId, accountId),
    eq(deliveries.state, 'waiting'),
    eq(deliveries.isDoubtful, false),
  );
  await tx
    .update(deliveries)
    .set({ handedTo: receiverBefore })
    .where(and(ofAccount, ne(deliveries.kind, 'give')));
  const waiting = await tx.select().from(deliveries).where(ofAccount).orderBy(deliveries.id).for('update');
  for (const row of waiting)
    if (row.kind === 'give' || (row.kind === 'set' && !row.handedTo))
      await moveDelivery(tx, deps, row, 'cancelled', { actor: 'site', reason: 'accountClosed' });
}

/** SQL: who received what a revoke takes back, otherwise who received something last; null if nobody did. */
const receiverBefore = sql<HandedTo | null>`(SELECT given.handed_to FROM deliveries given
  WHERE given.account_id = ${deliveries.accountId} AND given.server_key = ${deliveries.serverKey} AND given.handed_to IS NOT NULL
  ORDER BY given.id IS NOT DISTINCT FROM ${deliveries.revokesId} DESC, given.id DESC LIMIT 1)`;
