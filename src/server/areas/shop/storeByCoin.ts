import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type * as z from 'zod/mini';
import type { Locale } from '#/contract/locale.ts';
import type { storeByCoinBody, storeByCoinReply } from '#/contract/shop.ts';
import { lockAccount } from '../accountLock.ts';
import { lockBalances } from '../debt.ts';
import { accounts, ledgerAccounts } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { claimKey } from '../idempotency.ts';
import { transfer } from '../ledger.ts';
import type { Quote } from '../quote.ts';
import { readRows } from './catalogueRows.ts';
import { grantOrder } from './grantOrder.ts';
import { createOrder, moveOrder, type OrderRow, takePieces } from './moveOrder.ts';
import { reckon } from './reckon.ts';

type Reply = z.infer<typeof storeByCoinReply>;

interface Buying {
  accountId: number;
  body: z.output<typeof storeByCoinBody>;
  locale: Locale;
  idempotencyKey?: string | undefined;
}

/**
 * Buys a good with coins: order, debit and goods are one transaction, and with a key they happen once (S10, N3).
 * @throws AppError goodNotFound (also for what costs euro), goodSoldOut, priceChanged, inDebt, notEnoughCoins,
 *   idempotencyKeyReused
 */
export function storeByCoin(deps: Deps, buying: Buying): Promise<Reply> {
  const { accountId, body, idempotencyKey: key } = buying;
  const request = ['storeByCoin', body.product_id, body.product_qty, body.price ?? null];
  return withTx(deps.pool, async (tx, client) => {
    const stored = await claimKey<Reply>(client, { accountId, key, request, now: deps.now() });
    if (stored) return stored;
    const reply = await buy(tx, deps, buying);
    if (key !== undefined) await keepAnswer(client, accountId, key, reply);
    return reply;
  });
}

async function keepAnswer(client: pg.PoolClient, accountId: number, key: string, body: Reply): Promise<void> {
  await client.query('UPDATE idempotency SET status = 200, body = $3 WHERE account_id = $1 AND key = $2', [
    accountId,
    key,
    JSON.stringify(body),
  ]);
}

async function buy(tx: NodePgDatabase, deps: Deps, { accountId, body, locale }: Buying): Promise<Reply> {
  const quote = await quoteInCoins(tx, accountId, body);
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  if (account?.status !== 'active') return fail('sessionRequired');
  if (account.isInDebt) fail('inDebt');
  if (!(await takePieces(tx, body.product_id, body.product_qty))) fail('goodSoldOut');
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

// what is plainly refused waits for nobody: the last word is that of the debit
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
  const quote = reckon(await readRows(tx, wanted), wanted);
  if (typeof quote === 'string') return fail(quote);
  if (quote.currency !== 'OC') return fail('goodNotFound');
  if (price !== undefined && price !== quote.unitPrice) fail('priceChanged');
  if (buyer.isInDebt) fail('inDebt');
  return quote.totalCoins <= buyer.coins ? quote : fail('notEnoughCoins');
}

async function pay(tx: NodePgDatabase, { id, accountId, totalCoins }: OrderRow): Promise<void> {
  await lockBalances(tx, accountId, ['sales', 'bonus', 'shop']);
  const { outcome } = await transfer(tx, {
    from: { kind: 'wallet', ownerId: accountId },
    to: { kind: 'shop' },
    amount: totalCoins,
    reason: 'storeByCoin',
    refType: 'order',
    refId: String(id),
  });
  if (outcome !== 'moved') fail('notEnoughCoins');
}
