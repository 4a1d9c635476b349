import type { IconName } from '#/client/ui/display/Icon.tsx';
import type { Permission } from '#/contract/operator/permissions.ts';

/** A page of the rail. */
interface RailPage {
  to: string;
  name: 'orders' | 'staff' | 'audit';
  icon: IconName;
  needs: Permission;
}

/** The pages that the rail shows, from top to bottom. */
export const PAGES: readonly RailPage[] = [
  { to: '/orders', name: 'orders', icon: 'shop', needs: 'see.orders' },
  { to: '/staff', name: 'staff', icon: 'userCircle', needs: 'staff.manage' },
  { to: '/audit', name: 'audit', icon: 'card', needs: 'audit.see' },
];
