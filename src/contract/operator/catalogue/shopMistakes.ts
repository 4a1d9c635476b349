import { PAYMENT_MIN_CENTS } from '#/contract/kernel/limits.ts';
import type { Catalogue, GoodsFile } from './catalogueShopSchema.ts';

/** Finds mistakes that need several files of the shop, as sentences: missing references, and ids used twice. */
export function shopMistakes({ servers, cases, products, goods, paymentGroups }: Catalogue): string[] {
  const serverKeys = new Set(servers.map(({ key }) => key));
  const caseIds = new Set(cases.map(({ id }) => id));
  const tabs = new Set<string>(products.map(({ type }) => type));
  const methods = paymentGroups.flatMap(({ methods }) => methods);
  return [
    ...repeated(
      'product id',
      products.map(({ id }) => id),
    ),
    ...repeated(
      'good id',
      goods.map(({ id }) => id),
    ),
    ...repeated(
      'payment group',
      paymentGroups.map(({ key }) => key),
    ),
    ...repeated(
      'payment method',
      methods.map(({ name }) => name),
    ),
    ...products
      .filter((tab) => tab.type === 'one_coin' && tab.oneCoinPriceRange.fromCents < PAYMENT_MIN_CENTS)
      .map(({ id }) => `product ${id}: nobody can pay less than ${PAYMENT_MIN_CENTS} cents`),
    ...goods.flatMap((good) => [
      ...(good.servers ?? [])
        .filter((key) => !serverKeys.has(key))
        .map((key) => `good ${good.id}: there is no server ${key}`),
      ...caseIdsOf(good)
        .filter((id) => !caseIds.has(id))
        .map((id) => `good ${good.id}: there is no case ${id}`),
      ...(tabs.has(good.type === 'casesItem' ? 'cases' : good.type)
        ? []
        : [`good ${good.id}: there is no product for ${good.type}`]),
      ...('cents' in good.price && good.price.cents < PAYMENT_MIN_CENTS
        ? [`good ${good.id}: nobody can pay less than ${PAYMENT_MIN_CENTS} cents`]
        : []),
    ]),
  ];
}

function caseIdsOf({ caseId, grants }: GoodsFile[number]): number[] {
  const given = grants.flatMap((grant) => (grant.kind === 'case' ? [grant.caseId] : []));
  return [...new Set(caseId === undefined ? given : [caseId, ...given])];
}

/** Lists the values that occur more than once. */
export function repeated(what: string, values: readonly (string | number)[]): string[] {
  const seen = new Set<string | number>();
  const twice = values.filter((value) => seen.size === seen.add(value).size);
  return twice.map((value) => `${what} ${value} is used twice`);
}
