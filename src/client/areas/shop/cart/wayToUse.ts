import type { Order } from '#/contract/orders.ts';
import type { PurchaseType } from '#/contract/shop.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import type { IconName } from '#/client/ui/display/Icon.tsx';
import { storePath } from './storePath.ts';

interface WayToUse {
  /** open: a case; spend: coins; buyMore: goods that were delivered in the game. */
  name: 'open' | 'spend' | 'buyMore';
  icon: IconName;
  path: string;
}

/** Returns the player's next action with a purchase. */
export function wayToUse(order: Pick<Order, 'product_type' | 'case_id'>): WayToUse {
  const here = (path: string) => inLocale(pageConfig.locale, path);
  switch (order.product_type) {
    case 'casesItem':
      return {
        name: 'open',
        icon: 'unlock',
        path: here(order.case_id === null ? paths.inventory : paths.userCase(order.case_id)),
      };
    case 'one_coin':
      return { name: 'spend', icon: 'case', path: here(paths.donateTab('cases')) };
    default:
      return { name: 'buyMore', icon: 'plus', path: storePath(order) };
  }
}

const PLACES = {
  one_coin: 'coins',
  casesItem: 'cases',
  Premium: 'premium',
  Services: 'game',
} as const satisfies Record<Exclude<PurchaseType, 'goods'>, string>;

/**
 * Returns where a purchase appears, as the name of its sentence in `where`.
 * @param hasGameItems whether the game gives some of it; absent while that is unknown
 */
export function placeOf(type: PurchaseType, hasGameItems?: boolean) {
  if (type !== 'goods') return PLACES[type];
  if (hasGameItems === undefined) return 'bundleBought';
  return hasGameItems ? 'bundle' : 'bundleHere';
}
