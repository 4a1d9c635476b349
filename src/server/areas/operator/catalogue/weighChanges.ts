import type { ShownChange } from '#/contract/operator/catalogue/revisions.ts';

/** Kinds of entries without a price or odds. */
const FREE_NOUNS = new Set(['server', 'promo', 'news', 'payment group', 'payment method']);
/** Fields of texts and display, which change neither prices nor goods. */
const FREE_FIELD = /^(names|titles|tab_titles|descriptions|badges|image|image_name|plate|sort_order)([.]|$)/;

/**
 * Counts the changes of odds, prices and grants, which a limit counts. Changes of texts and pictures are free.
 * Unknown fields are counted.
 */
export const weighChanges = (changes: readonly ShownChange[]): number =>
  changes.filter(
    ({ noun, did, fields }) =>
      !FREE_NOUNS.has(noun) && (did !== 'changed' || fields.some(({ field }) => !FREE_FIELD.test(field))),
  ).length;
