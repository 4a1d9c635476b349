import type { ShownChange } from '#/contract/operator/catalogue/revisions.ts';

/** Things without a price or odds. */
const FREE_NOUNS = new Set(['server', 'promo', 'news', 'payment group', 'payment method']);
/** Fields that say and show: nobody pays or gets more by them. */
const FREE_FIELD = /^(names|titles|tab_titles|descriptions|badges|image|image_name|plate|sort_order)([.]|$)/;

/**
 * Counts the changes that move odds, prices or what is given. They are what a limit counts; words and pictures are free.
 * What is not known to be free is counted.
 */
export const weighChanges = (changes: readonly ShownChange[]): number =>
  changes.filter(
    ({ noun, did, fields }) =>
      !FREE_NOUNS.has(noun) && (did !== 'changed' || fields.some(({ field }) => !FREE_FIELD.test(field))),
  ).length;
