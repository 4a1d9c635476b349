import * as z from 'zod/mini';
import { rarity } from '#/contract/cases.ts';
import { TICKETS } from '#/contract/fair.ts';
import { POINT_ICONS } from '#/contract/landing.ts';
import type { LOCALES } from '#/contract/kernel/locale.ts';
import { SENTENCES } from './sentences.ts';

/** The files an operator edits: `servers.json`, and one file for each case in `cases/`, named by its slug. */

export const id = z.int().check(z.positive(), z.lte(2_000_000_000));
/** Place in a list, within the integers of the database. */
export const sortOrder = z.int().check(z.gte(-2_000_000_000), z.lte(2_000_000_000));
/** A file in assets/ without its ending. */
const imageName = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, SENTENCES.notPictureName));

const textOf = (maxLength: number) =>
  z.string().check(
    z.maxLength(maxLength),
    // characters without width alone are no text
    z.refine((text) => text.trim() === text && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text), SENTENCES.outerSpaces),
  );
/** A text in every language of the site. */
export const inEveryLanguage = (maxLength: number) =>
  z.strictObject({
    ru: textOf(maxLength),
    uk: textOf(maxLength),
    en: textOf(maxLength),
  } satisfies Record<(typeof LOCALES)[number], unknown>);

/** `catalogue/servers.json`, in the order of the selectors. */
export const serversFile = z.array(
  z.strictObject({
    key: z.string().check(z.regex(/^[a-z0-9_-]{1,32}$/, SENTENCES.notServerKey)),
    name: inEveryLanguage(40),
    sortOrder,
    // of the server section (L6); files older than the section lack these
    /**
     * Address that a player enters in the game, for example "everest.one-rp.example:22005". Absent
     * until the server opens.
     */
    address: z.optional(z.string().check(z.regex(/^[a-z0-9.-]{1,253}:\d{1,5}$/i, SENTENCES.notAddress))),
    /** The name of the kind of city, and one line of facts. */
    district: z.optional(inEveryLanguage(40)),
    facts: z.optional(inEveryLanguage(60)),
    /** Info points (L6). */
    points: z.optional(
      z
        .array(
          z.strictObject({
            icon: z.enum(POINT_ICONS),
            title: inEveryLanguage(40),
            text: inEveryLanguage(120),
          }),
        )
        .check(z.maxLength(6)),
    ),
  }),
);

/** Parameters that a game needs besides code and count, for example `{"model":"sultan"}`. */
const gameParams = z
  .record(
    z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9_]{0,39}$/)),
    z.union([
      z.string().check(z.maxLength(200), z.regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u, SENTENCES.notPrintable)),
      z.number(),
      z.boolean(),
      z.null(),
    ]),
  )
  .check(z.refine((params) => JSON.stringify(params).length <= 700, SENTENCES.paramsTooLong));

/** An item of the game that a good or a prize gives. */
export const gameGrant = z.strictObject({
  kind: z.literal('game'),
  code: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, SENTENCES.notGameCode)),
  count: z.int().check(z.positive(), z.lte(1000)),
  params: z.optional(gameParams),
  offline: z.optional(z.boolean()),
  /** Name of the item, if a good gives several. */
  title: z.optional(inEveryLanguage(60)),
});
export const premiumGrant = z.strictObject({
  kind: z.literal('premium'),
  days: z.int().check(z.positive(), z.lte(3650)),
});

const itemOfCase = z.strictObject({
  /** Must never change, because draws and coupons refer to it. Unique over all cases. */
  id,
  name: inEveryLanguage(60),
  imageName,
  color: rarity,
  sortOrder,
  /** Odds in tickets. All items of a case sum to exactly a million. */
  tickets: z.int().check(z.gte(1), z.lte(TICKETS)),
  isSwapAvailable: z.boolean(),
  /** Coins (OC) that the prize is converted to. */
  premiumCoinsPrice: z.int().check(z.gte(0), z.lte(10_000_000)),
  /**
   * The prize that a player can take instead of coins (D14). Absent when the prize can only be
   * converted.
   */
  gives: z.optional(z.discriminatedUnion('kind', [gameGrant, premiumGrant])),
});

/** `catalogue/cases/<slug>.json` */
export const caseFile = z.strictObject({
  id,
  slug: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, SENTENCES.notKebabCase)),
  imageName,
  /** Short text on the plate of the crate, for example "HEIST 07". */
  plate: textOf(16),
  name: inEveryLanguage(60),
  description: inEveryLanguage(400),
  sortOrder,
  items: z.array(itemOfCase).check(
    z.minLength(8),
    z.maxLength(30),
    z.refine((items) => items.reduce((sum, item) => sum + item.tickets, 0) === TICKETS, SENTENCES.ticketSum),
    z.refine((items) => new Set(items.map((item) => item.id)).size === items.length, SENTENCES.itemIdsRepeat),
  ),
});

export type ServersFile = z.infer<typeof serversFile>;
export type CaseFile = z.infer<typeof caseFile>;
