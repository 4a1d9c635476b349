import type { FieldPath, Mistake } from './mistake.ts';
import type { Catalogue } from './shopSchema.ts';

/** Finds ids and keys that occur more than once. */
export function repeatedMistakes({ servers, cases, landing }: Catalogue): Mistake[] {
  const items = cases.flatMap((each, at) =>
    each.items.map((item, place) => ({ id: item.id, path: ['cases', at, 'items', place, 'id'] })),
  );
  return [
    ...repeated(
      'server key',
      servers.map(({ key }) => key),
      (at) => ['servers', at, 'key'],
    ),
    ...repeated(
      'promo code',
      landing.promos.map(({ code }) => code),
      (at) => ['landing', 'promos', at, 'code'],
    ),
    ...repeated(
      'news key',
      landing.news.map(({ key }) => key),
      (at) => ['landing', 'news', at, 'key'],
    ),
    ...repeated(
      'case id',
      cases.map(({ id }) => id),
      (at) => ['cases', at, 'id'],
    ),
    ...repeated(
      'case slug',
      cases.map(({ slug }) => slug),
      (at) => ['cases', at, 'slug'],
    ),
    ...repeated(
      'item id',
      items.map(({ id }) => id),
      (at) => items[at]!.path,
    ),
  ];
}

/** Lists the values that occur more than once, each at the places after its first. */
export function repeated(
  what: string,
  values: readonly (string | number)[],
  pathOf: (at: number) => FieldPath,
  sentenceOf = (value: string | number) => `${what} ${value} is used twice`,
): Mistake[] {
  const seen = new Set<string | number>();
  return values.flatMap((value, at): Mistake[] =>
    seen.size === seen.add(value).size
      ? [
          {
            path: pathOf(at),
            code: 'usedTwice',
            values: { value },
            sentence: sentenceOf(value),
          },
        ]
      : [],
  );
}
