import * as z from 'zod/mini';
import { discountBody, PURCHASE_TYPES } from '#/contract/shop.ts';
import type { NewDiscount } from '#/server/domain/pricing/discountCodes.ts';
import { commandWords } from './operator.ts';

export const DISCOUNT_USAGE = `npm run discount -- make CODE --percent 10 | --euro 5 [--types one_coin,goods] [--goods 11,12]
    [--per-account 1] [--total 100] [--from 2026-01-01T00:00Z] [--until 2026-02-01T00:00Z]
npm run discount -- stop CODE
npm run discount -- list
Types: ${PURCHASE_TYPES.join(', ')}. Without limits and dates a code is good for everything, for ever.`;

export type DiscountOrder =
  | { action: 'make'; discount: NewDiscount }
  | { action: 'stop'; code: string }
  | { action: 'list' };

const decimal = (error: string) => z.string().check(z.regex(/^\d{1,6}(\.\d{1,2})?$/, error));
const count = (name: string) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, `--${name} must be a whole number from 1 on`)),
    z.transform(Number),
  );
const moment = (name: string) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) =>
            /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/.test(text) &&
            !Number.isNaN(Date.parse(text)),
          `--${name} must be a time as 2026-01-31T12:00Z`,
        ),
      ),
    z.transform((text) => new Date(text)),
  );
const list = <S extends z.ZodMiniType<unknown, string>>(item: S) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(',')),
    ),
    z.array(item),
  );

const makeOptions = z.strictObject({
  percent: z.optional(decimal('--percent must be a number as 10 or 7.5')),
  euro: z.optional(decimal('--euro must be a sum as 5 or 2.50')),
  types: z.optional(list(z.enum(PURCHASE_TYPES, `--types takes ${PURCHASE_TYPES.join(', ')}`))),
  goods: z.optional(list(count('goods'))),
  'per-account': z.optional(count('per-account')),
  total: z.optional(count('total')),
  from: z.optional(moment('from')),
  until: z.optional(moment('until')),
});

/**
 * Reads the operator's arguments.
 * @throws Error with sentences for the operator
 */
export function discountOrder(args: readonly string[]): DiscountOrder {
  const text = { type: 'string' } as const;
  const { values, positionals } = commandWords({
    args: [...args],
    allowPositionals: true,
    options: {
      percent: text,
      euro: text,
      types: text,
      goods: text,
      'per-account': text,
      total: text,
      from: text,
      until: text,
    },
  });
  const [action, typed, ...others] = positionals;
  if (others.length > 0) throw new Error(DISCOUNT_USAGE);
  if (action === 'list' && typed === undefined) return { action };
  if (typed === undefined || (action !== 'make' && action !== 'stop')) throw new Error(DISCOUNT_USAGE);
  const code = z.safeParse(discountBody, { code: typed }).data?.code;
  if (code === undefined) throw new Error('A code is 3 to 35 of A-Z, 0-9 and -.');
  return action === 'stop' ? { action, code } : { action, discount: discountOf(code, values) };
}

function discountOf(code: string, values: object): NewDiscount {
  const parsed = z.safeParse(makeOptions, values);
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ message }) => `${message}.`).join('\n'));
  const { percent, euro, types, goods, total, from, until, 'per-account': perAccount } = parsed.data;
  if ((percent === undefined) === (euro === undefined)) throw new Error('Give either --percent or --euro.');
  const hundredths = Math.round(Number(percent ?? euro) * 100);
  if (hundredths === 0) throw new Error('A discount of nothing is none.');
  if (percent !== undefined && hundredths > 10_000) throw new Error('--percent must be at most 100.');
  if (from && until && from >= until) throw new Error('--until must be later than --from.');
  return {
    code,
    percentBasisPoints: percent === undefined ? null : hundredths,
    fixedCents: euro === undefined ? null : hundredths,
    productTypes: types ?? null,
    goodsIds: goods ?? null,
    perAccountLimit: perAccount ?? null,
    totalLimit: total ?? null,
    startsAt: from ?? null,
    endsAt: until ?? null,
  };
}
