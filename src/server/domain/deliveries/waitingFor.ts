import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { WaitingDelivery } from '#/contract/game.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { readyFrom } from './readyAt.ts';

/** Most deliveries in a list for the game. */
const LISTED_MAX = 100;

/** The account and the server of the deliveries. */
interface Owner {
  accountId: number;
  serverKey: string;
}

/**
 * Lists the unfinished deliveries of a player, the oldest first.
 * @param locale null for the account's language
 */
export async function listWaiting(
  db: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { accountId, serverKey }: Owner,
  locale: Locale | null,
): Promise<WaitingDelivery[]> {
  const at = now();
  const { rows } = await db.execute<{
    id: string;
    kind: WaitingDelivery['kind'];
    code: string;
    count: number;
    state: WaitingDelivery['state'];
    title: string | null;
    ready_from: string | null;
  }>(sql`
    SELECT ${deliveries.id}, kind, code, count, ${deliveries.state}, ${readyFrom(at)} AS ready_from,
      titles ->> coalesce(${locale}, a.locale) AS title
    FROM ${deliveries} JOIN accounts a ON a.id = ${deliveries.accountId}
    WHERE ${deliveries.accountId} = ${accountId} AND ${deliveries.serverKey} = ${serverKey} AND kind <> 'set'
      AND ${deliveries.state} NOT IN ('done', 'cancelled') ORDER BY ${deliveries.id} LIMIT ${LISTED_MAX}`);
  return rows.map(({ id, ready_from: readyAt, ...row }) => {
    const from = row.state === 'waiting' && readyAt ? new Date(readyAt).getTime() : 0;
    const { kind, code, count, title, state } = row;
    return {
      no: Number(id),
      kind,
      code,
      count,
      title,
      state,
      heldUntil: from > at.getTime() ? from : null,
    };
  });
}

/**
 * Makes waiting deliveries ready, because their player asks for them now. A held one stays held.
 * @param character the receiving character; absent for the link's
 * @returns the numbers of the deliveries that wait for this player
 */
export async function takeWaiting(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { accountId, serverKey }: Owner,
  { nos, character }: { nos: readonly number[]; character?: string | undefined },
): Promise<number[]> {
  const taken = await tx
    .update(deliveries)
    .set({ readyAt: readyFrom(now()), ...(character !== undefined && { character }) })
    .where(
      and(
        inArray(deliveries.id, [...nos]),
        eq(deliveries.accountId, accountId),
        eq(deliveries.serverKey, serverKey),
        eq(deliveries.state, 'waiting'),
      ),
    )
    .returning({ no: deliveries.id });
  return taken.map(({ no }) => no).toSorted((a, b) => a - b);
}
