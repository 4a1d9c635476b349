import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { BlockScope } from '#/contract/kernel/blocks.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { refuseBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { lockBalances } from '#/server/domain/ledger/debt.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { ledgerAccounts } from '#/server/platform/db/tables/ledger.ts';
import { newPublicId } from '#/server/platform/kernel/codes.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { tryTransfer } from '#/server/domain/ledger/ledger.ts';
import type { Quote } from '#/server/platform/db/tables/quote.ts';
import { readRows } from '#/server/domain/pricing/catalogueRows.ts';
import { grantOrder } from './grantOrder.ts';
import { createOrder, lockPieces, moveOrder, type OrderDeps, type OrderRow } from './moveOrder.ts';
import { quoteFor } from '#/server/domain/pricing/quote.ts';

/** The good, its number and its buyer. */
interface CoinPurchase {
  accountId: number;
  goodsId: number;
  quantity: number;
  /** Whether the quote has the price that the buyer was shown. */
  isAsShown: (quote: Quote) => boolean;
  /** Place of the purchase, which a block may stop. */
  scope: Extract<BlockScope, 'buy' | 'spend-in-game'>;
  /** Language of the receipt. Default: the account's language. */
  locale?: Locale;
  /** Reason in the history of the order. */
  reason?: string;
}

/**
 * Buys a good with coins in the caller's transaction: order, debit and goods succeed or fail together (S10).
 * @returns the order, and the remaining coins
 * @throws AppError goodNotFound (also for goods that cost euro), goodSoldOut, priceChanged, inDebt, notEnoughCoins,
 * accountBlocked
 */
export async function buyWithCoins(
  tx: NodePgDatabase,
  deps: OrderDeps,
  purchase: CoinPurchase,
): Promise<{ order: OrderRow; coinsLeft: number }> {
  const { accountId, goodsId, quantity, scope, reason = 'paid with coins' } = purchase;
  const quote = await quoteInCoins(tx, purchase);
  const [account] = await Promise.all([
    lockAccount(tx, eq(accounts.id, accountId)),
    refuseBlocked(tx, deps, accountId, scope),
  ]);
  if (account?.status !== 'active') return fail('sessionRequired');
  if (account.isInDebt) fail('inDebt');
  if (!(await lockPieces(tx, goodsId, quantity))) fail('goodSoldOut');
  const order = await createOrder(tx, deps, {
    publicId: newPublicId(deps),
    accountId,
    buyerId: accountId,
    quote,
    goodsId: quote.goodsId,
    currency: 'OC',
    totalCents: 0,
    totalCoins: quote.totalCoins,
    locale: purchase.locale ?? account.locale,
    expiresAt: deps.now(),
  });
  await pay(tx, order);
  const paid = await moveOrder(tx, deps, order, 'paid', 'player', reason);
  const granted = await moveOrder(tx, deps, paid, 'granted', 'site', reason);
  await grantOrder(tx, deps, granted, account, { paymentEventId: null, actor: 'player' });
  const { wallet } = await lockBalances(tx, accountId, []);
  return { order: granted, coinsLeft: wallet };
}

// checks without locks first, so that plain refusals wait for nobody; the debit checks the balance again
async function quoteInCoins(
  tx: NodePgDatabase,
  { accountId, goodsId, quantity, isAsShown }: CoinPurchase,
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
  if (!isAsShown(quote)) fail('priceChanged');
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
