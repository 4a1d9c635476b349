import type { CaseInForce } from '#/contract/operator/catalogue/drafts.ts';
import { useDraftOnPage } from '../form/draftContext.ts';

type ItemInForce = CaseInForce['items'][number];

/** Returns the prizes of a case in the revision in force. Undefined for a new case. */
export function useOddsInForce(at: number): readonly ItemInForce[] | undefined {
  const { content, casesInForce } = useDraftOnPage();
  const id = content.cases[at]?.id;
  return casesInForce.find((one) => one.id === id)?.items;
}

/** What a swap of the prize pays. */
const paid = ({
  isSwapAvailable,
  premiumCoinsPrice,
}: Pick<ItemInForce, 'isSwapAvailable' | 'premiumCoinsPrice'>) => (isSwapAvailable ? premiumCoinsPrice : 0);

/** Finds the prizes whose tickets or swap value differ from those in force, and those that left the case. */
export function differenceOf(
  items: readonly { id: number; tickets: number; isSwapAvailable: boolean; premiumCoinsPrice: number }[],
  inForce: readonly ItemInForce[],
) {
  const before = new Map(inForce.map((item) => [item.id, item]));
  const isSame = (item: (typeof items)[number]) => {
    const old = before.get(item.id);
    return old !== undefined && old.tickets === item.tickets && paid(old) === paid(item);
  };
  return {
    changed: items.filter((item) => !isSame(item)).length,
    removed: inForce.filter(({ id }) => !items.some((item) => item.id === id)),
  };
}
