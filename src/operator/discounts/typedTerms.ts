import type { MakeBatchBody, MakeDiscountBody } from '#/contract/operator/discounts.ts';
import { BATCH_MAX_CODES } from '#/contract/operator/discounts.ts';
import type { PurchaseType } from '#/contract/shop.ts';
import { centsOf } from '../parts/typedEuro.ts';
import { typedWhole } from '../parts/typedWhole.ts';

/** The typed input for a new code or batch. */
export interface TypedTerms {
  /** The code, or the prefix of a batch. */
  code: string;
  codes: string;
  kind: 'percent' | 'fixed';
  takes: string;
  types: readonly PurchaseType[];
  goods: readonly number[];
  perAccountLimit: string;
  totalLimit: string;
  startsAt: string;
  endsAt: string;
}
export type TermField = keyof TypedTerms;

export const NOTHING_TYPED: TypedTerms = {
  code: '',
  codes: '100',
  kind: 'percent',
  takes: '',
  types: [],
  goods: [],
  perAccountLimit: '1',
  totalLimit: '',
  startsAt: '',
  endsAt: '',
};

const LIMIT_MOST = 1_000_000;
const FIXED_MOST_CENTS = 1_000_000;
const ALL_BASIS_POINTS = 10_000;

type Typed<B> = { body: Omit<B, 'reason'> } | { wrong: TermField };

/** Reads the terms that codes and batches share. A percentage is typed with up to two decimals, like euro. */
function readTerms({ kind, takes, types, goods, startsAt, endsAt }: TypedTerms) {
  const amount = centsOf(takes.replace('%', ''));
  const most = kind === 'percent' ? ALL_BASIS_POINTS : FIXED_MOST_CENTS;
  if (!amount || amount > most) return { wrong: 'takes' } as const;
  const isoOf = (typed: string) => (typed === '' ? null : new Date(typed).toISOString());
  return {
    terms: {
      takes: kind === 'percent' ? { kind, basisPoints: amount } : { kind, cents: amount },
      productTypes: types.length > 0 ? [...types] : null,
      goodsIds: goods.length > 0 ? [...goods] : null,
      startsAt: isoOf(startsAt),
      endsAt: isoOf(endsAt),
    },
  };
}

/** Reads the input for a new code. The server checks everything that depends on the catalogue or the clock. */
export function readCode(typed: TypedTerms): Typed<MakeDiscountBody> {
  const code = typed.code.trim();
  if (!/^[A-Za-z0-9-]{3,35}$/.test(code)) return { wrong: 'code' };
  const read = readTerms(typed);
  if ('wrong' in read) return { wrong: 'takes' };
  const limits = { perAccountLimit: null as number | null, totalLimit: null as number | null };
  for (const name of ['perAccountLimit', 'totalLimit'] as const) {
    if (typed[name].trim() === '') continue;
    const most = typedWhole(typed[name], LIMIT_MOST);
    if (most === undefined) return { wrong: name };
    limits[name] = most;
  }
  return { body: { code, ...read.terms, ...limits } };
}

/** Reads the input for a new batch. */
export function readBatch(typed: TypedTerms): Typed<MakeBatchBody> {
  const prefix = typed.code.trim();
  if (!/^[A-Za-z0-9-]{1,20}$/.test(prefix)) return { wrong: 'code' };
  const codes = typedWhole(typed.codes, BATCH_MAX_CODES);
  if (codes === undefined) return { wrong: 'codes' };
  const read = readTerms(typed);
  return 'wrong' in read ? { wrong: 'takes' } : { body: { prefix, codes, ...read.terms } };
}
