import type pg from 'pg';
import type { SecretKey } from '#/server/platform/config/secretKey.ts';
import {
  differingDraws,
  HOUSE_BALANCES,
  houseDiffers,
  invariantQuery,
  invariants,
  type Slice,
  slicedTable,
} from './invariants.ts';

/** An invariant that is checked while the site runs. */
export interface Book {
  /** The table, or query in parentheses with a name, whose ids divide it into slices. Absent for a book without slices. */
  table?: string;
  /** Number of ids in one slice. */
  sliceIds: number;
  /** @returns the number of broken rows */
  count: (client: pg.PoolClient, slice: Slice, secretKey: SecretKey) => Promise<number>;
}

/** FA8 is left out: a break in the feed of drops stops nothing. */
const IS_BOOK = /^(?!FA8)(LE|ST|FA|OR|RF|DL)\d+ /;
const SLICE_IDS = 10_000;
/** Draws in one slice: computing 500 of them takes the process about 20 ms. */
const DRAWS_AGAIN = 500;

function bookOf(text: string): Book {
  const table = slicedTable(text);
  return {
    ...(table && { table }),
    sliceIds: SLICE_IDS,
    count: async (client, slice) => {
      const { rows } = await client.query<{ count: string }>(invariantQuery(text, table ? slice : undefined));
      return Number(rows[0]!.count);
    },
  };
}

/**
 * The invariants of money, stock, draws, orders, referral and deliveries, by name. Those of sessions and codes are left
 * out, because they stop nothing.
 */
export const books: ReadonlyMap<string, Book> = new Map<string, Book>([
  ...Object.entries(invariants).flatMap(([name, text]): [string, Book][] =>
    IS_BOOK.test(name) ? [[name, bookOf(text)]] : [],
  ),
  [
    HOUSE_BALANCES,
    {
      table: '(SELECT generate_series(1, count(*)) AS id FROM ledger_accounts WHERE owner_id IS NULL) house',
      sliceIds: 1,
      count: houseDiffers,
    },
  ],
  [
    'FA2 every prize comes out the same when it is drawn again',
    {
      table: 'draws',
      sliceIds: DRAWS_AGAIN,
      count: async (client, slice, secretKey) => (await differingDraws(client, secretKey, slice)).length,
    },
  ],
]);
