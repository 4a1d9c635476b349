import * as z from 'zod/mini';
import { NO_BONUS_BASIS_POINTS } from '#/contract/kernel/amounts.ts';
import { PRODUCT_TYPES } from '#/contract/shop.ts';
import type { LandingFile } from './landingSchema.ts';
import type { ReferralFile } from './referralSchema.ts';
import {
  gameGrant,
  id,
  inEveryLanguage,
  premiumGrant,
  sortOrder,
  type CaseFile,
  type ServersFile,
} from './caseSchema.ts';
import { SENTENCES } from './sentences.ts';

/**
 * The files of `catalogue/shop/`: `products.json` (the tabs), `paymentGroups.json` and the goods in `goods/`.
 * Money is integer cents, coins are integer OC, and what the API calls a coefficient is basis points here.
 */

/** Where a good is sold: a tab, or the page of a case. */
const GOODS_TYPES = ['Premium', 'goods', 'Services', 'casesItem'] as const;

/** A picture in assets/ without its ending. */
const image = z
  .string()
  .check(z.regex(/^(items|products|cases)\/[a-z0-9][a-z0-9-]{0,63}$/, SENTENCES.notPicture));
const cents = z.int().check(z.positive(), z.lte(1_000_000));
const coins = z.int().check(z.positive(), z.lte(1_000_000));

/** Each grant of a good is compared with every other. */
const MOST_GRANTS = 50;
const MOST_TIERS = 20;

const tab = {
  id,
  title: inEveryLanguage(60),
  /** The label in the tab bar. */
  tabTitle: inEveryLanguage(30),
  image,
  /** Shown, but cannot be selected (S1). */
  isComingSoon: z.boolean(),
  sortOrder,
};

const bonusTier = z.strictObject({
  /** Both bounds belong to the tier. The server composes `price_text` from them. */
  fromCents: cents,
  toCents: cents,
  coefficientBasisPoints: z.int().check(z.gt(NO_BONUS_BASIS_POINTS), z.lte(20_000)),
  image,
  title: inEveryLanguage(30),
});

const coinProduct = z
  .strictObject({
    type: z.literal('one_coin'),
    ...tab,
    /** Price of one coin. */
    basePriceCents: cents,
    oneCoinPriceRange: z.strictObject({ fromCents: cents, toCents: cents }),
    // `shopMistakes` computes every tier for every amount, so thousands would occupy the server for minutes
    oneCoinBonuses: z.array(bonusTier).check(z.minLength(1), z.maxLength(MOST_TIERS)),
  })
  .check(
    z.refine(
      ({ oneCoinPriceRange: { fromCents, toCents }, basePriceCents, oneCoinBonuses }) =>
        [fromCents, toCents, ...oneCoinBonuses.flatMap((tier) => [tier.fromCents, tier.toCents])].every(
          (bound) => bound % basePriceCents === 0 && bound >= fromCents && bound <= toCents,
        ),
      SENTENCES.coinBounds,
    ),
    z.refine(
      ({ oneCoinBonuses, basePriceCents, oneCoinPriceRange }) =>
        oneCoinBonuses.every(
          ({ fromCents, toCents }, at) =>
            fromCents <= toCents &&
            toCents + basePriceCents ===
              (oneCoinBonuses[at + 1]?.fromCents ?? oneCoinPriceRange.toCents + basePriceCents),
        ),
      SENTENCES.tierGap,
    ),
  );

const otherProduct = z.strictObject({
  type: z.enum(PRODUCT_TYPES.filter((type) => type !== 'one_coin')),
  ...tab,
});

/** `catalogue/shop/products.json` */
export const productsFile = z.array(z.discriminatedUnion('type', [coinProduct, otherProduct])).check(
  z.refine(
    (products) => new Set(products.map(({ type }) => type)).size === products.length,
    SENTENCES.productTypesRepeat,
  ),
  z.refine((products) => products.some(({ type }) => type === 'one_coin'), SENTENCES.coinsMissing),
);

const grant = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('coins'), coins }),
  premiumGrant,
  z.strictObject({ kind: z.literal('case'), caseId: id, count: z.int().check(z.positive(), z.lte(100)) }),
  gameGrant,
]);
type Grant = z.infer<typeof grant>;

const good = z
  .strictObject({
    /** `goods_id`. Must never change, because orders refer to it. Unique over all files. */
    id,
    type: z.enum(GOODS_TYPES),
    /** The case on whose page the good is sold; only for `casesItem`. */
    caseId: z.optional(id),
    name: inEveryLanguage(60),
    description: inEveryLanguage(200),
    image,
    /** Euro or coins, never both. Euro are paid at a provider, coins from the balance (S9). */
    price: z.union([z.strictObject({ cents }), z.strictObject({ coins })]),
    /** Keys of the servers that sell the good. Absent when all servers sell it. */
    servers: z.optional(z.array(z.string()).check(z.minLength(1))),
    sortOrder,
    /** Most pieces that can ever be sold. Absent when there is no limit. */
    saleLimit: z.optional(z.int().check(z.gte(0), z.lte(1_000_000))),
    grants: z.array(grant).check(z.minLength(1), z.maxLength(MOST_GRANTS)),
  })
  .check(
    z.refine(({ type, caseId }) => (type === 'casesItem') === (caseId !== undefined), {
      error: SENTENCES.caseOfItem,
      path: ['caseId'],
    }),
    z.refine(({ grants }) => grants.every((given) => grants.every((other) => isOneDelivery(given, other))), {
      error: SENTENCES.codeDiffers,
      path: ['grants'],
    }),
  );

/**
 * Grants with the same code become one delivery, so they must agree in everything but the count.
 */
const isOneDelivery = (one: Grant, other: Grant): boolean =>
  one.kind !== 'game' ||
  other.kind !== 'game' ||
  one.code !== other.code ||
  (JSON.stringify(one.params) === JSON.stringify(other.params) && one.offline === other.offline);

/** `catalogue/shop/goods/*.json` */
export const goodsFile = z.array(good).check(z.minLength(1));

/**
 * `catalogue/shop/paymentGroups.json`. The provider of a method is set in the configuration, not in
 * the catalogue.
 */
export const paymentGroupsFile = z.array(
  z.strictObject({
    key: z.enum(['main', 'systems', 'crypto']),
    title: inEveryLanguage(40),
    methods: z
      .array(
        z.strictObject({
          /** `payment_method_name` */
          name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,31}$/)),
          title: inEveryLanguage(40),
          /** Names on its neutral badges. The site shows no brand's logo. */
          badges: z.array(z.string().check(z.minLength(1), z.maxLength(20))).check(z.minLength(1)),
        }),
      )
      .check(z.minLength(1)),
  }),
);

export type ProductsFile = z.infer<typeof productsFile>;
export type GoodsFile = z.infer<typeof goodsFile>;
export type PaymentGroupsFile = z.infer<typeof paymentGroupsFile>;

/** All files of a catalogue. */
export interface Catalogue {
  servers: ServersFile;
  cases: CaseFile[];
  products: ProductsFile;
  goods: GoodsFile;
  paymentGroups: PaymentGroupsFile;
  referral: ReferralFile;
  landing: LandingFile;
}
