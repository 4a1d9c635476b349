import { NO_BONUS_BASIS_POINTS } from '#/contract/kernel/amounts.ts';
import { PAYMENT_MIN_CENTS } from '#/contract/kernel/limits.ts';
import type { FieldPath, Mistake } from './mistake.ts';
import { repeated } from './repeatedMistakes.ts';
import { SENTENCES } from './sentences.ts';
import type { Catalogue, GoodsFile, ProductsFile } from './shopSchema.ts';

/** Finds mistakes that need several files of the shop: missing references, and ids used twice. */
export function shopMistakes(catalogue: Catalogue): Mistake[] {
  const { products, goods, paymentGroups } = catalogue;
  const methods = paymentGroups.flatMap((group, at) =>
    group.methods.map(({ name }, place) => ({ name, path: ['paymentGroups', at, 'methods', place, 'name'] })),
  );
  return [
    ...repeated(
      'product id',
      products.map(({ id }) => id),
      (at) => ['products', at, 'id'],
    ),
    ...repeated(
      'good id',
      goods.map(({ id }) => id),
      (at) => ['goods', at, 'id'],
    ),
    ...repeated(
      'payment group',
      paymentGroups.map(({ key }) => key),
      (at) => ['paymentGroups', at, 'key'],
    ),
    ...repeated(
      'payment method',
      methods.map(({ name }) => name),
      (at) => methods[at]!.path,
    ),
    ...products.flatMap((tab, at) =>
      tab.type === 'one_coin' && tab.oneCoinPriceRange.fromCents < PAYMENT_MIN_CENTS
        ? [tooCheap(`product ${tab.id}`, ['products', at, 'oneCoinPriceRange', 'fromCents'])]
        : [],
    ),
    ...products.flatMap((tab, at) =>
      tab.type === 'one_coin' && hasRoundingTier(tab)
        ? [{ path: ['products', at], code: 'tierFloat' as const, sentence: SENTENCES.tierFloat }]
        : [],
    ),
    ...goodsMistakes(catalogue),
  ];
}

type CoinProduct = Extract<ProductsFile[number], { type: 'one_coin' }>;

/** Whether a tier gives some amount of coins another bonus in floating point than in integers. */
const hasRoundingTier = ({ basePriceCents, oneCoinBonuses, oneCoinPriceRange }: CoinProduct): boolean =>
  oneCoinBonuses.some(
    ({ coefficientBasisPoints }) =>
      disagreements(
        coefficientBasisPoints,
        oneCoinPriceRange.fromCents / basePriceCents,
        oneCoinPriceRange.toCents / basePriceCents,
      ) > 0,
  );

/**
 * Counts the coin amounts whose bonus floor(coefficient x coins - coins) differs between the
 * specification's floating point and integers.
 */
function disagreements(basisPoints: number, fromCoins: number, toCoins: number): number {
  const coefficient = basisPoints / NO_BONUS_BASIS_POINTS;
  let count = 0;
  for (let amount = fromCoins; amount <= toCoins; amount += 1) {
    const exact = Math.floor((amount * (basisPoints - NO_BONUS_BASIS_POINTS)) / NO_BONUS_BASIS_POINTS);
    if (Math.floor(coefficient * amount - amount) !== exact) count += 1;
  }
  return count;
}

function goodsMistakes({ servers, cases, products, goods }: Catalogue): Mistake[] {
  const serverKeys = new Set(servers.map(({ key }) => key));
  const caseIds = new Set(cases.map(({ id }) => id));
  const tabs = new Set<string>(products.map(({ type }) => type));
  return goods.flatMap((good, at): Mistake[] => {
    const of = `good ${good.id}`;
    return [
      ...(good.servers ?? []).flatMap((key, place): Mistake[] =>
        serverKeys.has(key)
          ? []
          : [
              {
                path: ['goods', at, 'servers', place],
                code: 'noServer',
                values: { value: key },
                sentence: `${of}: there is no server ${key}`,
              },
            ],
      ),
      ...casesOf(good, at)
        .filter(({ id }) => !caseIds.has(id))
        .map(({ id, path }): Mistake => {
          return { path, code: 'noCase', values: { value: id }, sentence: `${of}: there is no case ${id}` };
        }),
      ...(tabs.has(good.type === 'casesItem' ? 'cases' : good.type)
        ? []
        : [
            {
              path: ['goods', at, 'type'],
              code: 'noProduct' as const,
              sentence: `${of}: there is no product for ${good.type}`,
            },
          ]),
      ...('cents' in good.price && good.price.cents < PAYMENT_MIN_CENTS
        ? [tooCheap(of, ['goods', at, 'price', 'cents'])]
        : []),
    ];
  });
}

const tooCheap = (what: string, path: FieldPath): Mistake => ({
  path,
  code: 'belowSmallestPayment',
  values: { cents: PAYMENT_MIN_CENTS },
  sentence: `${what}: nobody can pay less than ${PAYMENT_MIN_CENTS} cents`,
});

/** The cases that a good names, each at its first place. */
function casesOf({ caseId, grants }: GoodsFile[number], at: number): { id: number; path: FieldPath }[] {
  const given = grants.flatMap((grant, place) =>
    grant.kind === 'case' ? [{ id: grant.caseId, path: ['goods', at, 'grants', place, 'caseId'] }] : [],
  );
  const named = caseId === undefined ? given : [{ id: caseId, path: ['goods', at, 'caseId'] }, ...given];
  return named.filter(({ id }, place) => named.findIndex((other) => other.id === id) === place);
}
