import { PAYMENT_MIN_CENTS } from '#/contract/kernel/limits.ts';
import type { FieldPath, Mistake } from './mistake.ts';
import { repeated } from './repeatedMistakes.ts';
import type { Catalogue, GoodsFile } from './shopSchema.ts';

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
    ...goodsMistakes(catalogue),
  ];
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
