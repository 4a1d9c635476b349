import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as z from 'zod/mini';
import type { Locale } from '#/contract/locale.ts';
import type { storeByCoinBody, storeByCoinReply } from '#/contract/shop.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { lockBalances } from '#/server/domain/ledger/debt.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { ledgerAccounts } from '#/server/platform/db/tables/ledger.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { effectOnce } from '#/server/platform/kernel/effectOnce.ts';
import { tryTransfer } from '#/server/domain/ledger/ledger.ts';
import type { Quote } from '#/server/platform/db/tables/quote.ts';
import { readRows } from '#/server/domain/pricing/catalogueRows.ts';
import { grantOrder } from '#/server/domain/orders/grantOrder.ts';
import { createOrder, moveOrder, type OrderRow, lockPieces } from '#/server/domain/orders/moveOrder.ts';
import { quoteFor } from '#/server/domain/pricing/quote.ts';

type Reply = z.infer<typeof storeByCoinReply>;

interface Buying {
  accountId: number;
  body: z.output<typeof storeByCoinBody>;
  locale: Locale;
  idempotencyKey?: string | undefined;
}

/**
 * Buys a good with coins. Order, debit and goods are one transaction, and a repeated key buys once (S10, N3).
 * @throws AppError goodNotFound (also for goods that cost euro), goodSoldOut, priceChanged, inDebt, notEnoughCoins,
 *   idempotencyKeyReused
 */
export function storeByCoin(deps: Deps, buying: Buying): Promise<Reply> {
  const { accountId, body, idempotencyKey: key } = buying;
  const request = ['storeByCoin', body.product_id, body.product_qty, body.price ?? null];
  return effectOnce(deps, { accountId, key, request }, (tx) => buy(tx, deps, buying));
}

async function buy(tx: NodePgDatabase, deps: Deps, { accountId, body, locale }: Buying): Promise<Reply> {
  const quote = await quoteInCoins(tx, accountId, body);
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  if (account?.status !== 'active') return fail('sessionRequired');
  if (account.isInDebt) fail('inDebt');
  if (!(await lockPieces(tx, body.product_id, body.product_qty))) fail('goodSoldOut');
  const order = await createOrder(
    tx,
    deps,
    {
      publicId: deps.randomBytes(16).toString('base64url'),
      accountId,
      buyerId: accountId,
      quote,
      goodsId: quote.goodsId,
      currency: 'OC',
      totalCents: 0,
      totalCoins: quote.totalCoins,
      locale,
      expiresAt: deps.now(),
    },
    'player',
  );
  await pay(tx, order);
  const paid = await moveOrder(tx, deps, order, 'paid', 'player', 'paid with coins');
  const granted = await moveOrder(tx, deps, paid, 'granted', 'site', 'paid with coins');
  await grantOrder(tx, deps, granted, account, { paymentEventId: null, actor: 'player' });
  const { wallet } = await lockBalances(tx, accountId, []);
  return { order: order.publicId, premiumCoins: wallet };
}

// checks without locks first, so that plain refusals wait for nobody; the debit checks the balance again
async function quoteInCoins(
  tx: NodePgDatabase,
  accountId: number,
  { product_id: goodsId, product_qty: quantity, price }: Buying['body'],
): Promise<Quote> {
  const [buyer] = await tx
    .select({ serverKey: accounts.serverKey, isInDebt: accounts.isInDebt, coins: ledgerAccounts.balance })
    .from(accounts)
    .innerJoin(
      ledgerAccounts,
      and(eq(ledgerAccounts.ownerId, accounts.id), eq(ledgerAccounts.kind, 'wallet')),
    )
    .where(eq(accounts.id, accountId));
  if (!buyer) return fail('sessionRequired');
  const wanted = { serverKey: buyer.serverKey, goodsId, quantity };
  const quote = quoteFor(await readRows(tx, wanted), wanted);
  if (typeof quote === 'string') return fail(quote);
  if (quote.currency !== 'OC') return fail('goodNotFound');
  if (price !== undefined && price !== quote.unitPrice) fail('priceChanged');
  if (buyer.isInDebt) fail('inDebt');
  return quote.totalCoins <= buyer.coins ? quote : fail('notEnoughCoins');
}

async function pay(tx: NodePgDatabase, { id, accountId, totalCoins }: OrderRow): Promise<void> {
  await lockBalances(tx, accountId, ['sales', 'bonus', 'shop']);
  const { outcome } = await tryTransfer(tx, {
    from: { kind: 'wallet', ownerId: accountId },
    to: { kind: 'shop' },
    amount: totalCoins,
    reason: 'storeByCoin',
    refType: 'order',
    refId: String(id),
  });
  if (outcome === 'notEnough') fail('notEnoughCoins');
  if (outcome === 'repeated') throw new Error(`order ${id} was paid with coins before`);
}
