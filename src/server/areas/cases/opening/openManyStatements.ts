import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Coupon } from '#/contract/cases.ts';
import { EPOCH_MAX_DRAWS } from '#/contract/fair.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { caseLots, caseOdds } from '#/server/platform/db/tables/cases.ts';
import { fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { DEFAULT_CLIENT_SEED, oldestEpoch } from '#/server/domain/fairness/fairEpoch.ts';

/** The statements that open several pieces. They are as many for a hundred pieces as for five. */

export interface LotInStock {
  id: number;
  oddsHash: string;
  oddsText: string;
  /** Number of unopened pieces in the lot. */
  rest: number;
}

/**
 * Locks the oldest lots in stock, in the order in which single openings take them. At most as many lots as pieces are
 * needed.
 */
export async function lockLots(
  tx: NodePgDatabase,
  accountId: number,
  caseId: number,
  limit: number,
): Promise<LotInStock[]> {
  const inStock = and(
    eq(caseLots.accountId, accountId),
    eq(caseLots.caseId, caseId),
    lt(caseLots.opened, caseLots.bought),
  );
  return tx
    .select({
      id: caseLots.id,
      oddsHash: caseLots.oddsHash,
      oddsText: caseOdds.text,
      rest: sql<number>`${caseLots.bought} - ${caseLots.opened}`,
    })
    .from(caseLots)
    .innerJoin(caseOdds, eq(caseOdds.hash, caseLots.oddsHash))
    .where(inStock)
    .orderBy(asc(caseLots.id))
    .limit(limit)
    .for('update', { of: caseLots });
}

export interface Epoch {
  id: number;
  publicId: string;
  commitment: string;
  serverSeedEncrypted: Buffer;
  clientSeed: string;
  clientSeedOrigin: 'player' | 'server';
  firstNonce: number;
}

/**
 * Takes locked pieces out of stock, and as many nonces of the live epoch. An epoch without a client seed gets the
 * default one.
 * @returns undefined if the epoch has too few nonces left
 */
export async function takePieces(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { accountId, pieces }: { accountId: number; pieces: readonly LotInStock[] },
): Promise<Epoch | undefined> {
  const lotIds = sql.param(pieces.map(({ id }) => id));
  await tx.execute(sql`
    UPDATE case_lots SET opened = opened + taken.count
    FROM (SELECT id, count(*)::int AS count FROM unnest(${lotIds}::bigint[]) AS piece(id) GROUP BY id) taken
    WHERE case_lots.id = taken.id`);
  const hasRoom = and(
    eq(fairEpochs.accountId, accountId),
    isNull(fairEpochs.endedAt),
    sql`${fairEpochs.nextNonce} + ${pieces.length} <= ${EPOCH_MAX_DRAWS}`,
    sql`${fairEpochs.createdAt} > ${oldestEpoch(deps)}`,
  );
  const [epoch] = await tx
    .update(fairEpochs)
    .set({
      nextNonce: sql`${fairEpochs.nextNonce} + ${pieces.length}`,
      clientSeed: sql`coalesce(${fairEpochs.clientSeed}, ${sql.raw(DEFAULT_CLIENT_SEED)})`,
      clientSeedOrigin: sql`coalesce(${fairEpochs.clientSeedOrigin}, 'server')`,
    })
    .where(hasRoom)
    .returning();
  if (!epoch?.clientSeed || !epoch.clientSeedOrigin) return undefined;
  const { clientSeed: seed, clientSeedOrigin, nextNonce, ...rest } = epoch;
  return { ...rest, clientSeed: seed, clientSeedOrigin, firstNonce: nextNonce - pieces.length };
}

export interface Draw {
  lotId: number;
  oddsHash: string;
  nonce: number;
  ticket: number;
  itemId: number;
}

interface Recording {
  accountId: number;
  epoch: Epoch;
  draws: readonly Draw[];
  locale: Locale;
}

/** Inserts the draws and their coupons. @returns the coupons in the order of the draws */
export async function recordDraws(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { accountId, epoch, draws, locale }: Recording,
): Promise<Coupon[]> {
  const listOf = (field: keyof Draw) => sql.param(draws.map((draw) => draw[field]));
  const { rows } = await tx.execute<Omit<Coupon, 'id'> & { id: string }>(sql`
    WITH draw AS (
      INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
      SELECT ${epoch.id}, nonce, ${epoch.clientSeed}, ${epoch.clientSeedOrigin}, lot_id, odds_hash, ticket, item_id, least(${now()}, now())
      FROM unnest(${listOf('nonce')}::int[], ${listOf('lotId')}::bigint[], ${listOf('oddsHash')}::text[],
        ${listOf('ticket')}::int[], ${listOf('itemId')}::bigint[]) AS drawn(nonce, lot_id, odds_hash, ticket, item_id)
      ORDER BY nonce
      RETURNING id, nonce, item_id, created_at),
    won AS (
      INSERT INTO coupons (account_id, item_id, draw_id, is_swap_available, premium_coins_price, created_at)
      SELECT ${accountId}, item.id, draw.id, item.is_swap_available, item.premium_coins_price, draw.created_at
      FROM draw JOIN case_items item ON item.id = draw.item_id ORDER BY draw.nonce
      RETURNING id, draw_id, is_swap_available, premium_coins_price)
    SELECT won.id, item.names ->> ${locale}::text AS name, item.image_name AS "imageName", item.color,
      won.is_swap_available AS "isSwapAvailable", won.premium_coins_price AS "premiumCoinsPrice"
    FROM won JOIN draw ON draw.id = won.draw_id JOIN case_items item ON item.id = draw.item_id
    ORDER BY draw.nonce`);
  if (rows.length !== draws.length) throw new Error('a drawn item is not in the catalogue');
  return rows.map(({ id, name, imageName, color, isSwapAvailable, premiumCoinsPrice }) => ({
    id: Number(id),
    name,
    imageName,
    color,
    isSwapAvailable,
    premiumCoinsPrice,
  }));
}
