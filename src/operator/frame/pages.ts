import type { IconName } from '#/client/ui/display/Icon.tsx';
import type { SiteCounts } from '#/contract/operator/site.ts';
import type { Permission } from '#/contract/operator/people/permissions.ts';

/** A page of the rail. */
interface RailPage {
  to: string;
  name:
    | 'dashboard'
    | 'exports'
    | 'tax'
    | 'payouts'
    | 'site'
    | 'approvals'
    | 'orders'
    | 'players'
    | 'deliveries'
    | 'servers'
    | 'catalogue'
    | 'discounts'
    | 'mails'
    | 'fairness'
    | 'staff'
    | 'audit';
  icon: IconName;
  needs: Permission;
  /** The counts whose sum is shown beside the page's name. */
  counts?: readonly (keyof SiteCounts)[];
}

/** The pages in the rail, from top to bottom. */
export const PAGES: readonly RailPage[] = [
  { to: '/', name: 'dashboard', icon: 'economy', needs: 'see.sums' },
  {
    to: '/orders',
    name: 'orders',
    icon: 'shop',
    needs: 'see.orders',
    counts: ['ordersInReview', 'ordersPaidTwice'],
  },
  { to: '/players', name: 'players', icon: 'user', needs: 'see.players' },
  {
    to: '/deliveries',
    name: 'deliveries',
    icon: 'gift',
    needs: 'see.orders',
    counts: ['deliveriesUnknown', 'deliveriesFailed'],
  },
  {
    to: '/servers',
    name: 'servers',
    icon: 'stack',
    needs: 'see.sums',
    counts: ['serversSilent', 'ledgersToAccept', 'keysEnding'],
  },
  {
    to: '/catalogue',
    name: 'catalogue',
    icon: 'case',
    needs: 'catalogue.edit',
    counts: ['plansFailed'],
  },
  { to: '/discounts', name: 'discounts', icon: 'percent', needs: 'discounts.edit' },
  { to: '/mails', name: 'mails', icon: 'envelope', needs: 'mails.act', counts: ['mailsFailed'] },
  { to: '/fairness', name: 'fairness', icon: 'checkCircle', needs: 'see.sums' },
  { to: '/approvals', name: 'approvals', icon: 'users', needs: 'see.sums', counts: ['approvals'] },
  {
    to: '/tax',
    name: 'tax',
    icon: 'percent',
    needs: 'see.sums',
    counts: ['ratesUnconfirmed'],
  },
  {
    to: '/payouts',
    name: 'payouts',
    icon: 'coins',
    needs: 'see.sums',
    counts: ['payoutsOpen'],
  },
  { to: '/exports', name: 'exports', icon: 'arrowUpRight', needs: 'exports.make' },
  { to: '/site', name: 'site', icon: 'server', needs: 'see.sums', counts: ['jobsFailed', 'dumpLate'] },
  { to: '/staff', name: 'staff', icon: 'userCircle', needs: 'staff.manage' },
  { to: '/audit', name: 'audit', icon: 'card', needs: 'audit.see' },
];
