import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import { versionOf } from '#/server/areas/operator/orders/actOnOrder.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { accountOf } from './accounts.ts';
import type { Past } from './past.ts';
import type { Person } from './people.ts';
import type { Care } from './plan.ts';
import { DAY_MS, HOUR_MS } from './rhythm.ts';
import { act } from './staff.ts';

const NOTES = [
  'Wrote to support about a lost receipt; answered',
  'Streams on Fridays, asks for a partner code',
  'Shares a computer with a brother, two accounts are fine',
  'Asked when the new district opens',
];

/** Acts of operators for players, besides refunds. */
export const CARES: Record<Care, (past: Past, person: Person, share: number) => Promise<void>> = {
  note: (past, person, share) =>
    onPlayer(past, person, (params) =>
      act(past, {
        event: 'notePlayer',
        permission: 'players.block',
        by: 'support',
        reason: NOTES[Math.floor(share * NOTES.length)]!,
        params,
        body: {},
      }),
    ),
  block: (past, person, share) =>
    onPlayer(past, person, (params) =>
      act(past, {
        event: 'blockPlayer',
        permission: 'players.block',
        by: share < 0.7 ? 'support' : 'manager',
        reason: share < 0.5 ? 'Sells items for real money' : 'Payments from several stolen cards',
        params,
        body: {
          scope: share < 0.5 ? 'deliver' : 'buy',
          end: share < 0.9 ? { kind: 'days', days: 3 + Math.floor(share * 20) } : { kind: 'forGood' },
        },
      }),
    ),
  gift: (past, person, share) =>
    onPlayer(past, person, (params) =>
      act(past, {
        event: 'grantPlayer',
        permission: 'players.grant',
        by: share < 0.6 ? 'support' : 'manager',
        reason: share < 0.5 ? 'Sorry for the outage of the evening' : 'Winner of the screenshot contest',
        params,
        body: { gift: { what: 'coins', count: 50 + Math.floor(share * 10) * 50 } },
      }),
    ),
  decide: decideOldest,
  regrant: regrantOldest,
};

async function onPlayer(
  past: Past,
  person: Person,
  work: (params: { id: string }) => Promise<void>,
): Promise<void> {
  const account = await accountOf(past, person);
  if (account) await work({ id: String(account.id) });
}

/** Decides deliveries that the game could not give, once they are a day old. */
async function decideOldest(past: Past): Promise<void> {
  const { db, now } = past.deps;
  const dayOld = lt(deliveries.movedAt, new Date(now().getTime() - 24 * HOUR_MS));
  const stuck = await db
    .select()
    .from(deliveries)
    .where(and(inArray(deliveries.state, ['failed', 'unknown']), dayOld))
    .orderBy(asc(deliveries.id))
    .limit(3);
  for (const { id, state, version } of stuck) {
    const isFailed = state === 'failed';
    await act(past, {
      event: 'deliveryDecided',
      permission: 'deliveries.act',
      by: 'support',
      reason: isFailed ? 'The player has made room' : 'The player shows it on a screenshot',
      params: { id: String(id) },
      body: { decision: isFailed ? 'retry' : 'given', version },
    });
  }
}

/** Grants orders that are paid and have waited for a decision for two days. */
async function regrantOldest(past: Past): Promise<void> {
  const { db, now } = past.deps;
  const twoDaysOld = lt(orders.paidAt, new Date(now().getTime() - 2 * DAY_MS));
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.state, 'review'), twoDaysOld))
    .orderBy(asc(orders.id))
    .limit(1);
  if (!order) return;
  const version = await withTx(past.deps.pool, (tx) => versionOf(tx, order));
  await act(past, {
    event: 'regrantOrder',
    permission: 'orders.regrant',
    by: 'manager',
    reason: 'Paid in good faith: the second code is on us',
    params: { id: order.publicId },
    body: { version },
  });
  await past.work();
}
