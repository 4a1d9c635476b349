import * as z from 'zod/mini';
import { captchaToken } from './kernel/captcha.ts';
import { caseItem, idInPath } from './cases.ts';
import { gameServer, serverKey } from './landing.ts';
import { EMAIL_MAX_LENGTH, GOODS_MAX_QUANTITY, TYPED_NAME_MAX_LENGTH } from './kernel/limits.ts';
import { code, text } from './kernel/text.ts';

const id = z.int().check(z.positive());
const cents = z.int().check(z.gte(0));

/** Tabs of the shop, by URL hash and `product_type`. `goods` is Special offers; `product` is not offered yet. */
export const PRODUCT_TYPES = ['one_coin', 'cases', 'Premium', 'goods', 'Services', 'product'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** Types of purchases: coins, or a kind of good. `casesItem` is sold on the page of its case. */
export const PURCHASE_TYPES = ['one_coin', 'Premium', 'goods', 'Services', 'casesItem'] as const;
export const purchaseType = z.enum(PURCHASE_TYPES);
export type PurchaseType = z.infer<typeof purchaseType>;

/** A bonus tier in the specification's units: euro and a coefficient; `contract/kernel/amounts.ts` reads them. */
export const wireTier = z.object({
  price_from: z.number(),
  price_to: z.number(),
  bonus_coefficient: z.number(),
  /** Name in assets/ without its ending, for example `items/coins2`. */
  image: z.string(),
  title: z.string(),
  /** "50 – 149 €" in the page's language. */
  price_text: z.string(),
});
export type WireTier = z.infer<typeof wireTier>;

export const product = z.object({
  id,
  type: z.enum(PRODUCT_TYPES),
  /** Heading of the tab's page. */
  title: z.string(),
  image: z.string(),
  /** Label in the tab bar. */
  tab_title: z.string(),
  is_coming_soon: z.boolean(),
  /** Euro for one coin. Only `one_coin` has the last three. */
  base_price: z.optional(z.number()),
  one_coin_price_range: z.optional(z.object({ from: z.number(), to: z.number() })),
  one_coin_bonuses: z.optional(z.array(wireTier)),
});
export type Product = z.infer<typeof product>;

export const paymentGroup = z.object({
  key: z.enum(['main', 'systems', 'crypto']),
  title: z.string(),
  methods: z.array(
    z.object({
      /** `payment_method_name`; its badge is assets/payments/{name}.svg. */
      name: z.string(),
      title: z.string(),
      /** Cards and wallets that the method accepts, for example "Visa". */
      badges: z.array(z.string()),
      /** Whether the order must name the buyer's country, because the provider does not tell it. */
      asks_country: z.optional(z.literal(true)),
    }),
  ),
});
export type PaymentGroup = z.infer<typeof paymentGroup>;

export const donateDataReply = z.object({
  servers: z.array(gameServer),
  products: z.array(product),
  /** Only methods whose provider is configured. */
  payment_groups: z.array(paymentGroup),
});
export type DonateData = z.infer<typeof donateDataReply>;

/** A good that is sold by the piece. */
export const good = z.object({
  id,
  goods_id: id,
  product_id: id,
  product_type: purchaseType,
  /** The case on whose page the good is sold. */
  case_id: z.nullable(id),
  name: z.string(),
  description: z.string(),
  /** Name in assets/ without its ending. */
  image: z.string(),
  /** Euro; 0 for goods that are paid with coins (S9). */
  price: z.number(),
  /** OC; 0 for goods that cost euro. */
  premiumCoinsPrice: z.int(),
  /** Stock; null without a limit, 0 if sold out. */
  count: z.nullable(z.int()),
  /**
   * What its parts cost today if they are bought one by one, in euro or OC as its own price (S21). Null if a part is not
   * sold by itself, or nothing is saved.
   */
  parts_price: z.nullable(z.number()),
});
export type Good = z.infer<typeof good>;

export const goodsQuery = z.strictObject({ server: serverKey });
export const goodsReply = z.object({ goods: z.array(good) });

/** A case as the shop shows it. */
export const shopCase = z.object({
  id,
  name: z.string(),
  imageName: z.string(),
  /** Short text on its plate. */
  plate: z.string(),
  /** Price of the cheapest offer in OC, null if there is none ("Buy from 20", S6). */
  fromCoins: z.nullable(z.int()),
});
export type ShopCase = z.infer<typeof shopCase>;
export const shopCasesReply = z.object({ cases: z.array(shopCase) });
export const shopCaseParams = z.strictObject({ id: idInPath });
export const shopCaseReply = z.object({
  case: z.object({ ...shopCase.shape, description: z.string(), items: z.array(caseItem) }),
  /** The odds a case bought now will have (PF1). */
  oddsHash: z.string(),
});
export type ShopCaseDetails = z.infer<typeof shopCaseReply>;

/** Login or e-mail; with an @ it is an e-mail. */
export const buyerName = text(TYPED_NAME_MAX_LENGTH, 'accountRequired', 'accountNotFound').check(
  z.trim(),
  z.minLength(1, code('accountRequired')),
  z.maxLength(EMAIL_MAX_LENGTH, code('accountNotFound')),
);

export const goodsQuantity = z
  .int(code('quantityInvalid'))
  .check(z.gte(1, code('quantityInvalid')), z.lte(GOODS_MAX_QUANTITY, code('quantityInvalid')));

/** Fields of the specification's cart that the server determines itself: accepted and ignored (N2). */
const ignored = z.optional(z.union([text(300), z.number(), z.boolean(), z.null()], code('badRequest')));

/** The good that costs coins, and that the buyer of coins wants to buy with them (S20). */
const purposeBody = z.strictObject({
  goods_id: id,
  product_qty: goodsQuantity,
  /** Unit price in OC that the player saw. */
  price: z.int().check(z.gte(0), z.lte(10_000_000)),
});

export const cartBody = z.strictObject({
  captcha: captchaToken,
  server: serverKey,
  /** Login or e-mail of the account the purchase is for. */
  login: buyerName,
  product_type: purchaseType,
  /** Coins to buy; `one_coin` only. */
  amount: z.optional(z.int(code('amountInvalid')).check(z.gte(1, code('amountInvalid')), z.lte(10_000_000))),
  /** The good; every other type. */
  goods_id: z.optional(id),
  /** Pieces of the good. */
  product_qty: z.optional(goodsQuantity),
  /** Total in euro that the player saw. If it has changed, the answer is priceChanged (N2). */
  price: z.optional(z.number().check(z.gte(0), z.lte(10_000_000))),
  payment_method_name: z.optional(text(32)),
  /** `one_coin` only. Kept for signed-in buyers, if such a good is sold. */
  purpose: z.optional(purposeBody),
  server_id: ignored,
  server_key: ignored,
  title: ignored,
  product_id: ignored,
  product_title: ignored,
  bonus_qty: ignored,
  bonus: ignored,
  case_id: ignored,
  bundle_id: ignored,
  currency_code: ignored,
  icon: ignored,
  tokenValue: ignored,
});
export type CartBody = z.input<typeof cartBody>;

/** Content and price of a purchase, as the verification page, the order and the receipt show it. */
export const purchase = {
  product_type: purchaseType,
  goods_id: z.nullable(id),
  case_id: z.nullable(id),
  /** Login of the recipient; masked unless it is the viewer's own. */
  account: z.string(),
  server: z.string(),
  server_name: z.string(),
  product: z.string(),
  image: z.string(),
  /** Pieces of a good; 1 for coins. */
  product_qty: z.int(),
  /** Coins bought and coins added; 0 for goods. */
  amount: z.int(),
  bonus_qty: z.int(),
  currency_code: z.enum(['EUR', 'OC']),
  price_cents: cents,
  discount_cents: cents,
  total_cents: cents,
  /** Price in OC; 0 if it is paid in euro. */
  total_coins: z.int(),
  discount_code: z.nullable(z.string()),
};

/** The good that the coins are bought for, as it is sold today. */
export const purpose = z.object({
  goods_id: id,
  product_type: purchaseType,
  case_id: z.nullable(id),
  name: z.string(),
  product_qty: z.int(),
  /** Unit price in OC when the player decided. */
  price: z.int(),
});
export type Purpose = z.infer<typeof purpose>;

export const cartReply = z.object({
  /** Identifies this cart, so that an order pays for what was shown. */
  id: z.string(),
  ...purchase,
  payment_method_name: z.nullable(z.string()),
  /** ISO 8601. */
  expires_at: z.string(),
  /** Whether some of it arrives with the payment, so that the buyer must ask for that (S19). */
  is_at_once: z.boolean(),
  purpose: z.nullable(purpose),
});
export type Cart = z.infer<typeof cartReply>;

export const discountBody = z.strictObject({
  // untrimmed at first; checked before it is put into capitals, which turn other letters into Latin ones (U+017F, U+FB01)
  code: text(64, 'discountInvalid').check(
    z.trim(),
    z.regex(/^[A-Za-z0-9-]{3,35}$/, code('discountInvalid')),
    z.toUpperCase(),
  ),
});
