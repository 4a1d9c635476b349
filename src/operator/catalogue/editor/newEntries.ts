import type { UsedIds } from '#/contract/operator/catalogue/drafts.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';

/** An entry while it is edited. */
type Thing = Record<string, unknown>;

/** A text that is still to be written in each language. */
export const nothing = { ru: '', uk: '', en: '' };
/** The id after the highest one. An id that was used once would give its owners the new thing. */
export const nextId = (ids: readonly number[], used = 0): number => Math.max(used, ...ids) + 1;
/** The place after the last one. */
export const nextOrder = (things: readonly { sortOrder: number }[]): number =>
  Math.max(0, ...things.map(({ sortOrder }) => sortOrder || 0)) + 1;
const itemIds = ({ cases }: Catalogue) => cases.flatMap(({ items }) => items.map(({ id }) => id));

const FRESH_ITEM = {
  name: nothing,
  imageName: '',
  color: 'simple',
  tickets: 1,
  isSwapAvailable: true,
  premiumCoinsPrice: 1,
};

/** A new prize, which can only be swapped until an operator adds a grant. */
export const freshItem = (content: Catalogue, used: UsedIds, more = 0): object => {
  const id = nextId(itemIds(content), used.items) + more;
  return { id, ...FRESH_ITEM, sortOrder: more + 1 };
};

/**
 * A copy of an entry as a new one: what must be unique is new or empty. The prizes of a case are new prizes too, because
 * players own those of the other case.
 */
export function copyOf(
  part: { key: string; fresh?: (content: Catalogue, used: UsedIds) => object },
  content: Catalogue,
  used: UsedIds,
  thing: Thing,
): Thing {
  const fresh = (part.fresh?.(content, used) ?? {}) as Thing;
  const unique = Object.fromEntries(
    [part.key, 'slug', 'sortOrder'].filter((name) => name in fresh).map((name) => [name, fresh[name]]),
  );
  const items = thing['items'] as Thing[] | undefined;
  const firstId = nextId(itemIds(content), used.items);
  return {
    ...thing,
    ...unique,
    ...(items && { items: items.map((item, more) => Object.assign({}, item, { id: firstId + more })) }),
  };
}

/** A good that sells one piece of a case on its page, named as the single pieces of other cases. */
export function goodOfCase(
  content: Catalogue,
  used: UsedIds,
  { id, imageName }: { id: number; imageName: string },
): object {
  const single = content.goods.find(
    ({ caseId, grants }) =>
      caseId &&
      Array.isArray(grants) &&
      grants.length === 1 &&
      grants[0]!.kind === 'case' &&
      grants[0]!.count === 1,
  );
  return {
    id: nextId(
      content.goods.map((one) => one.id),
      used.goods,
    ),
    type: 'casesItem',
    caseId: id,
    name: single?.name ?? nothing,
    description: nothing,
    image: imageName && `cases/${imageName}`,
    price: { coins: null },
    sortOrder: nextOrder(content.goods),
    grants: [{ kind: 'case', caseId: id, count: 1 }],
  };
}
