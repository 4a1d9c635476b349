import {
  BULK_MOST,
  DELIVERIES_PAGE_ROWS,
  type DeliveriesQuery,
  type DeliveriesReply,
  type DeliveryRowShown,
  type ChosenDelivery,
  type MatchingQuery,
} from '#/contract/operator/deliveries.ts';
import { decisionsFor, statesFor } from '#/server/domain/deliveries/decideDelivery.ts';
import { type ListedDelivery, readDeliveries } from '#/server/domain/deliveries/deliveryList.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** A delivery in the form for lists and its page. */
export const shownRow = ({ row, login, order, orderNumber }: ListedDelivery): DeliveryRowShown => ({
  id: row.id,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  movedAt: row.movedAt.toISOString(),
  player: { id: row.accountId, login },
  server: row.serverKey,
  kind: row.kind,
  code: row.code,
  count: row.count,
  titles: row.titles,
  state: row.state,
  readyAt: row.readyAt?.toISOString() ?? null,
  attempt: row.attempt,
  outcome: row.outcome,
  isMoneyBack: row.moneyBackAt !== null,
  order,
  orderNumber,
  decisions: decisionsFor(row),
});

/** Lists deliveries, the newest first (D19). */
export async function listDeliveries(
  deps: Pick<Deps, 'db' | 'now'>,
  { before, after, ...filters }: DeliveriesQuery,
): Promise<DeliveriesReply> {
  const isForwards = before === undefined && after !== undefined;
  const found = await readDeliveries(deps, filters, {
    before: before === undefined ? undefined : Number(before),
    after: isForwards ? Number(after) : undefined,
    limit: DELIVERIES_PAGE_ROWS + 1,
  });
  const hasMore = found.length > DELIVERIES_PAGE_ROWS;
  const page = found.slice(0, DELIVERIES_PAGE_ROWS);
  const shown = (isForwards ? page.toReversed() : page).map(shownRow);
  const isFirstPage = before === undefined && (!isForwards || !hasMore);
  const isLastPage = !isForwards && !hasMore;
  return {
    deliveries: shown,
    before: isLastPage ? null : (shown.at(-1)?.id ?? null),
    after: isFirstPage ? null : (shown[0]?.id ?? null),
  };
}

/** Finds the deliveries that a bulk act would decide: the oldest that match the filters and allow the decision. */
export async function matchingDeliveries(
  deps: Pick<Deps, 'db' | 'now'>,
  { decision, ...filters }: MatchingQuery,
): Promise<{ deliveries: ChosenDelivery[]; hasMore: boolean }> {
  const place = { after: 0, limit: BULK_MOST + 1, states: statesFor(decision) };
  const found = await readDeliveries(deps, filters, place);
  const possible = found.filter(({ row }) => decisionsFor(row).includes(decision));
  return {
    deliveries: possible.slice(0, BULK_MOST).map(({ row: { id, version } }) => ({ no: id, version })),
    hasMore: found.length > BULK_MOST,
  };
}
