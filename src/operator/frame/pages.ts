import type { IconName } from '#/client/ui/display/Icon.tsx';
import type { Permission } from '#/contract/operator/permissions.ts';

/** A page of the rail. */
interface RailPage {
  to: string;
  name: 'site' | 'staff' | 'audit';
  icon: IconName;
  needs: Permission;
  /** Opens it after `g`. */
  key: string;
}

/** The pages that the rail shows, from top to bottom. */
export const PAGES: readonly RailPage[] = [
  { to: '/', name: 'site', icon: 'server', needs: 'see.sums', key: 's' },
  { to: '/staff', name: 'staff', icon: 'userCircle', needs: 'staff.manage', key: 'p' },
  { to: '/audit', name: 'audit', icon: 'card', needs: 'audit.see', key: 'a' },
];
