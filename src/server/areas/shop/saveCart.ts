import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { centsOf } from '#/contract/kernel/amounts.ts';
import { CART_MINUTES } from '#/contract/kernel/limits.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { Cart, cartBody } from '#/contract/shop.ts';
import { newPublicId } from '#/server/platform/kernel/codes.ts';
import { addressSubject, scaled, countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { requireCaptcha } from '#/server/platform/http/captcha.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { carts, paymentMethods } from '#/server/platform/db/tables/shop.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { findSession, type SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { CARTS_BY_ADDRESS } from './rateLimits.ts';
import { cartSecret, cartTokenHash, sendCartCookie } from './cartCookie.ts';
import { type CurrentCart, quoteOf } from './carts.ts';
import { cartView } from './cartView.ts';
import { discountInForce } from '#/server/domain/pricing/discounts.ts';
import { keptDiscount } from '#/server/domain/pricing/keptDiscount.ts';
import { discounted } from '#/server/domain/pricing/quote.ts';
import type { Wanted } from '#/server/domain/pricing/catalogueRows.ts';
import { purposeGood } from '#/server/domain/pricing/purpose.ts';
import type { Purpose } from '#/server/platform/db/tables/quote.ts';
import { countingEmails, findRecipient } from './recipient.ts';

type Body = z.output<typeof cartBody>;

interface Caller {
  request: FastifyRequest;
  reply: FastifyReply;
  locale: Locale;
  idempotencyKey?: string;
}

/** A request to save a cart, with its browser and its idempotency key. */
interface Asked {
  body: Omit<Body, 'captcha'>;
  buyer: SessionAccount | null;
  tokenHash: Buffer;
  requestKey: string | null;
  requestHash: Buffer;
}

/**
 * Saves a purchase, quoted by the server, as the current cart of this browser (S9, N2). Requests under the same key
 * save it once. A discount code from the sign-up applies by itself (A10).
 * @throws AppError errorCaptcha, tooManyRequests, tooManyEmails, accountNotFound, accountBlocked, serverRequired,
 *   amountInvalid, goodNotFound, goodSoldOut, priceChanged, idempotencyKeyReused
 */
export async function saveCart(
  deps: Deps,
  { captcha, ...body }: Body,
  { request, reply, locale, idempotencyKey }: Caller,
): Promise<Cart> {
  await requireCaptcha(deps, request, captcha, 'cart');
  await countAttempt(deps, scaled(CARTS_BY_ADDRESS, deps.config.rateLimitScale), addressSubject(request.ip));
  const buyer = await findSession(deps, request);
  const secret = cartSecret(deps, request, idempotencyKey);
  const asked: Asked = {
    body,
    buyer,
    tokenHash: cartTokenHash(secret),
    requestKey: idempotencyKey ?? null,
    requestHash: createHash('sha256')
      .update(JSON.stringify([buyer?.id ?? null, body]))
      .digest(),
  };
  const cart = await countingEmails(deps, { request, buyer, login: body.login }, () =>
    withTx(deps.pool, async (tx) => {
      const current = (await savedBefore(tx, asked)) ?? (await save(tx, deps, asked));
      return cartView(tx, current, buyer, locale);
    }),
  );
  sendCartCookie(deps, reply, secret);
  return cart;
}

async function savedBefore(
  tx: NodePgDatabase,
  { tokenHash, requestKey, requestHash }: Asked,
): Promise<CurrentCart | undefined> {
  if (requestKey === null) return undefined;
  const [saved] = await tx
    .select({ cart: carts, login: accounts.login })
    .from(carts)
    .innerJoin(accounts, eq(accounts.id, carts.accountId))
    .where(and(eq(carts.tokenHash, tokenHash), eq(carts.requestKey, requestKey)));
  if (!saved) return undefined;
  const { cart, login } = saved;
  return cart.requestHash?.equals(requestHash)
    ? { cart, login, quote: cart.quote, order: null }
    : fail('idempotencyKeyReused');
}

async function save(tx: NodePgDatabase, deps: Deps, asked: Asked): Promise<CurrentCart> {
  const { body, buyer, tokenHash, requestKey, requestHash } = asked;
  const { id: accountId, login } = await findRecipient(tx, body, buyer, deps);
  const plain = await quoteOf(tx, wantedOf(body));
  if (body.price !== undefined && centsOf(body.price) !== plain.totalCents)
    fail('priceChanged', { errors: { price: 'priceChanged' } });
  const now = deps.now();
  // only for the player themselves: a guest who buys for them must not learn of the code
  const kept = buyer?.id === accountId ? await keptDiscount(tx, now, accountId) : null;
  const discount = await discountInForce(tx, deps, { discountCodeId: kept?.id ?? null, accountId }, plain);
  const quote = discounted(plain, discount);
  const [cart] = await tx
    .insert(carts)
    .values({
      publicId: newPublicId(deps),
      tokenHash,
      accountId,
      buyerId: buyer?.id ?? null,
      quote,
      discountCodeId: discount?.id ?? null,
      paymentMethodName: await offeredMethod(tx, deps, body.payment_method_name),
      requestKey,
      requestHash,
      purpose: buyer && quote.coins > 0 ? await purposeOf(tx, body.purpose) : null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + CART_MINUTES * 60_000),
    })
    // a parallel request with the same key has inserted it
    .onConflictDoNothing({ target: [carts.tokenHash, carts.requestKey] })
    .returning();
  if (cart) return { cart, quote, login, order: null };
  return (await savedBefore(tx, asked)) ?? fail('busy', { retryAfterSeconds: 1 });
}

/** The good that coins are bought for. Null if no such good is sold for coins. */
async function purposeOf(tx: NodePgDatabase, asked: Body['purpose']): Promise<Purpose | null> {
  if (!asked) return null;
  const purpose = { goodsId: asked.goods_id, quantity: asked.product_qty, unitPrice: asked.price };
  return (await purposeGood(tx, purpose)) ? purpose : null;
}

/** Keeps the requested payment method if it is offered. Otherwise returns null, and the next page asks the buyer. */
async function offeredMethod(
  tx: NodePgDatabase,
  { payments }: Deps,
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined || !payments.providerOf(name)) return null;
  const whereOffered = and(eq(paymentMethods.name, name), eq(paymentMethods.isWithdrawn, false));
  return (await tx.$count(paymentMethods, whereOffered)) > 0 ? name : null;
}

function wantedOf({ server: serverKey, product_type: productType, ...body }: Asked['body']): Wanted {
  if (productType === 'one_coin')
    return {
      serverKey,
      coins: body.amount ?? fail('amountInvalid', { errors: { amount: 'amountInvalid' } }),
    };
  const goodsId = body.goods_id ?? fail('badRequest', { errors: { goods_id: 'badRequest' } });
  return { serverKey, goodsId, quantity: body.product_qty ?? 1, productType };
}
