import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderState } from '#/contract/orders.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { lockOwner } from '#/server/domain/orders/grantOrder.ts';
import { mailReceiptAgain } from '#/server/domain/orders/orderMails.ts';
import { regrantOrder } from '#/server/domain/orders/regrantOrder.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { refuseIfStopped } from '#/server/platform/kernel/stops.ts';
import { lockForAct, refused, versionOf } from './actOnOrder.ts';
import { receiptsOf } from './orderTimeline.ts';
import { fieldsOf, standingOf } from './standing.ts';

interface Act {
  version: number;
  reason: string;
}

/** Grants an order in review or restores a charged-back one, as the command of the shell does (O11). */
export async function regrantAct(
  tx: NodePgDatabase,
  deps: Deps,
  publicId: string,
  { version, reason }: Act,
): Promise<ActOutcome<{ version: number; state: OrderState }>> {
  refuseIfStopped(deps, 'orders');
  const order = await lockForAct(tx, publicId, version);
  const before = await standingOf(tx, deps, order.id);
  const state = await refused(() => regrantOrder(tx, deps, order, { reason, actor: 'site' }));
  const after = await standingOf(tx, deps, order.id);
  return {
    reply: { version: await versionOf(tx, after.order), state },
    target: { type: 'order', id: publicId, version },
    before: fieldsOf(before),
    after: fieldsOf(after),
    amount: order.totalCents,
  };
}

/** Mails the receipt again, within the limits of the mailbox. */
export async function receiptAct(
  tx: NodePgDatabase,
  deps: Deps,
  publicId: string,
  { version }: Act,
): Promise<ActOutcome<{ receipts: number }>> {
  const order = await lockForAct(tx, publicId, version);
  if (order.paidAt === null) fail('orderHasNoReceipt');
  const account = await lockOwner(tx, order);
  const receipts = await receiptsOf(tx, order);
  if (!(await mailReceiptAgain(tx, deps, order, account))) fail('orderHasNoReceipt');
  return {
    reply: { receipts: receipts + 1 },
    target: { type: 'order', id: publicId },
    before: { receipts },
    after: { receipts: receipts + 1 },
  };
}

/** Writes a note. It is stored in the audit log, which the timeline shows. */
export async function noteAct(
  tx: NodePgDatabase,
  publicId: string,
): Promise<ActOutcome<{ version: number }>> {
  const order = await lockForAct(tx, publicId);
  const reply = { version: await versionOf(tx, order) };
  return { reply, target: { type: 'order', id: publicId }, before: {}, after: {} };
}
