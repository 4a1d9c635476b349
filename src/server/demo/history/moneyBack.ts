import { dispute, failRefund, winDispute } from '#/server/adapters/payments/sandboxBook.ts';
import { versionOf } from '#/server/areas/operator/orders/actOnOrder.ts';
import { sendRefunds } from '#/server/domain/payments/sendRefunds.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { orderBegunAt, paymentOf } from './buy.ts';
import type { Past } from './past.ts';
import type { Person } from './people.ts';
import type { Act } from './plan.ts';
import { HOUR_MS, MINUTE_MS } from './rhythm.ts';
import { act } from './staff.ts';

const WHOLE = 'Bought by mistake, asked for the money back the same week';
const PART = 'Agreed with the player: half of it back';

/** Support refunds an order in whole or in part; a bank may refuse the refund. */
export async function refund(
  past: Past,
  person: Person,
  { boughtAt, isPart, fails }: Extract<Act, { kind: 'refund' }>,
): Promise<void> {
  const { deps } = past;
  const order = await orderBegunAt(past, person, boughtAt, 'granted');
  if (!order) return;
  const version = await withTx(deps.pool, (tx) => versionOf(tx, order));
  const cents = isPart ? Math.ceil(order.totalCents / 2) : undefined;
  await act(past, {
    event: 'refundOrder',
    permission: 'orders.refund',
    by: order.totalCents > 5000 ? 'manager' : 'support',
    reason: isPart ? PART : WHOLE,
    params: { id: order.publicId },
    body: { version, ...(cents && { cents }) },
  });
  await past.pass(MINUTE_MS);
  await sendRefunds(deps);
  await past.work();
  if (!fails) return;
  await past.pass(6 * HOUR_MS);
  await failRefund(deps, await paymentOf(past, order.publicId));
  await past.work();
}

/** The buyer's bank takes the money back. */
export async function disputePayment(past: Past, person: Person, boughtAt: Date): Promise<void> {
  const order = await orderBegunAt(past, person, boughtAt, 'granted');
  if (!order) return;
  await dispute(past.deps, await paymentOf(past, order.publicId));
  await past.work();
}

/** The bank returns the money. */
export async function winDisputeOf(past: Past, person: Person, boughtAt: Date): Promise<void> {
  const order = await orderBegunAt(past, person, boughtAt, 'charged_back');
  if (!order) return;
  await winDispute(past.deps, await paymentOf(past, order.publicId));
  await past.work();
}
