import { and, desc, eq, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Delivery } from '#/contract/deliveries.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { gameInstances } from '#/server/platform/db/tables/game.ts';
import { gameLinks } from '#/server/platform/db/tables/gameLinks.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { ofOrders } from './deliveriesFor.ts';
import { SERVER_SILENT_MS } from './deliveryList.ts';
import { isOpenStage, stageOf } from './deliveryStage.ts';
import { PRIZE_CAUSE } from './moveDelivery.ts';
import { isStillPaid } from './recall.ts';

const PAGE_ROWS = 24;

/** Replaced facts and unnecessary revokes are hidden from players. */
const whereShown = or(ne(deliveries.state, 'cancelled'), eq(deliveries.kind, 'give'));
/**
 * The order id of a delivery. Ids of other causes are not numbers, so CASE keeps the cast away from them in any order
 * of evaluation.
 */
const orderId = sql`CASE ${deliveries.refType} WHEN 'order' THEN split_part(${deliveries.refId}, ':', 1)::bigint END`;

function readSeen(db: NodePgDatabase, where: SQL | undefined) {
  return db
    .select({
      row: deliveries,
      names: servers.names,
      address: servers.address,
      seenAt: gameInstances.seenAt,
      endedAt: gameInstances.endedAt,
      identity: gameInstances.identity,
      linkedAt: gameLinks.linkedAt,
      heldUntil: gameLinks.heldUntil,
      linkedName: gameLinks.characterName,
      order: orders.publicId,
      quote: orders.quote,
    })
    .from(deliveries)
    .innerJoin(servers, eq(servers.key, deliveries.serverKey))
    .leftJoin(gameInstances, eq(gameInstances.serverKey, deliveries.serverKey))
    .leftJoin(
      gameLinks,
      and(
        eq(gameLinks.accountId, deliveries.accountId),
        eq(gameLinks.serverKey, deliveries.serverKey),
        eq(gameLinks.state, 'active'),
      ),
    )
    .leftJoin(orders, eq(orders.id, orderId))
    .where(and(where, whereShown))
    .orderBy(desc(deliveries.id));
}

type Seen = Awaited<ReturnType<typeof readSeen>>[number];

/** Returns how the player's link keeps a delivery waiting, if its server needs links. */
function waitForLink({ row, identity, linkedAt, heldUntil }: Seen, at: Date) {
  if (identity !== 'link') return { isUnlinked: false, isHeld: false };
  const isBefore = linkedAt !== null && row.createdAt < linkedAt;
  return { isUnlinked: linkedAt === null, isHeld: isBefore && heldUntil !== null && heldUntil > at };
}

function viewOf(seen: Seen, at: Date, locale: Locale): Delivery {
  const { row, names, address, seenAt, endedAt, order, quote, linkedName } = seen;
  const isPrize = row.refType === PRIZE_CAUSE.refType;
  const isServerSilent = !seenAt || endedAt !== null || at.getTime() - seenAt.getTime() > SERVER_SILENT_MS;
  const isCalledOff = row.recalledAt !== null && !isStillPaid(row);
  const isMoneyBack = row.moneyBackAt !== null;
  const waits = { isServerSilent, ...waitForLink(seen, at) };
  const stage = stageOf({ ...row, isPrize, isCalledOff, isMoneyBack, ...waits });
  const { until } = row.params;
  return {
    id: row.id,
    stage,
    isOpen: isOpenStage(stage),
    title: row.kind === 'set' ? null : (row.titles?.[locale] ?? row.code),
    // pieces of the order: the game's count may be slots or coins, which the title states
    pieces: quote?.quantity ?? 1,
    until: row.kind === 'set' && typeof until === 'string' ? until : null,
    order,
    isPrize,
    canPutBack: isPrize && row.kind === 'give' && row.state === 'waiting' && !row.isDoubtful,
    serverName: names[locale],
    serverAddress: address,
    // a delivery for a character that the player named in the game waits for that one, whose name is unknown
    character: stage === 'otherCharacter' && row.character === null ? linkedName : row.receivedBy,
    createdAt: row.createdAt.toISOString(),
    movedAt: row.movedAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}

/** Returns the stage of a delivery for its player; null when they do not see it. */
export async function stageFor({ db, now }: Pick<Deps, 'db' | 'now'>, id: number) {
  const [seen] = await readSeen(db, eq(deliveries.id, id));
  return seen ? viewOf(seen, now(), 'en').stage : null;
}

/**
 * Lists a player's deliveries, the newest first (D18). Every page costs the same.
 * @param before id of the last row of the page before
 */
export async function playerDeliveries(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: number,
  before: number | undefined,
  locale: Locale,
): Promise<{ deliveries: Delivery[]; nextBefore: number | null }> {
  const beforeId = before === undefined ? undefined : lt(deliveries.id, before);
  const rows = await readSeen(db, and(eq(deliveries.accountId, accountId), beforeId)).limit(PAGE_ROWS + 1);
  const shown = rows.slice(0, PAGE_ROWS).map((seen) => viewOf(seen, now(), locale));
  return { deliveries: shown, nextBefore: rows.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null };
}

/**
 * Lists the deliveries of orders by the public id of the order, the oldest first (D18). An order that was restored
 * after a dispute has deliveries of each round.
 * @param isOwn whether the viewer is the player; others do not see the character
 */
export async function deliveriesOfOrders(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  orderIds: readonly number[],
  { isOwn, locale }: { isOwn: boolean; locale: Locale },
): Promise<Map<string, Delivery[]>> {
  const byOrder = new Map<string, Delivery[]>();
  if (orderIds.length === 0) return byOrder;
  for (const seen of (await readSeen(db, ofOrders(orderIds))).toReversed()) {
    if (seen.order === null) continue;
    const view = viewOf(seen, now(), locale);
    const known = byOrder.get(seen.order) ?? [];
    byOrder.set(seen.order, [...known, isOwn ? view : { ...view, character: null }]);
  }
  return byOrder;
}
