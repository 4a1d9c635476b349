import type { Order } from '#/contract/shop.ts';
import { pageConfig } from '../pageConfig.ts';
import { inLocale, paths } from '../paths.ts';
import type { IconName } from '../ui/Icon.tsx';
import { storePath } from './storePath.ts';

interface WayToUse {
  /** open: a case; spend: coins; buyMore: what was handed out in the game. */
  name: 'open' | 'spend' | 'buyMore';
  icon: IconName;
  path: string;
}

/** What the owner does with a purchase once he has it. */
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
