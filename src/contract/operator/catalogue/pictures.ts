import type { FieldPath } from './mistake.ts';
import type { Catalogue } from './shopSchema.ts';

/** Kinds of pictures in a catalogue, each a folder of assets/. */
export const PICTURE_KINDS = ['cases', 'items', 'products', 'payments', 'referral'] as const;

/**
 * Lists the pictures of a catalogue, for example `items/sultan`, each with the places that use it.
 */
export function picturesOf(catalogue: Catalogue): { name: string; path: FieldPath }[] {
  const { cases, products, goods, paymentGroups, referral } = catalogue;
  const image = (path: FieldPath) => (row: { image: string }, at: number) => ({
    name: row.image,
    path: [...path, at, 'image'],
  });
  return [
    ...cases.map(({ imageName }, at) => ({ name: `cases/${imageName}`, path: ['cases', at, 'imageName'] })),
    ...cases.flatMap(({ items }, at) =>
      items.map(({ imageName }, place) => ({
        name: `items/${imageName}`,
        path: ['cases', at, 'items', place, 'imageName'],
      })),
    ),
    ...products.map(image(['products'])),
    ...products.flatMap((product, at) =>
      product.type === 'one_coin'
        ? product.oneCoinBonuses.map(image(['products', at, 'oneCoinBonuses']))
        : [],
    ),
    ...goods.map(image(['goods'])),
    ...referral.statuses.map(image(['referral', 'statuses'])),
    ...referral.milestones.map(image(['referral', 'milestones'])),
    ...paymentGroups.flatMap(({ methods }, at) =>
      methods.map(({ name }, place) => ({
        name: `payments/${name}`,
        path: ['paymentGroups', at, 'methods', place, 'name'],
      })),
    ),
  ];
}
