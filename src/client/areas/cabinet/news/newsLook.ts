import type { PlayerNewsEntry } from '#/contract/kernel/playerNews.ts';
import { paths } from '#/client/platform/navigation/paths.ts';
import type { IconName } from '#/client/ui/display/Icon.tsx';

/** How an entry looks and where it leads. */
export interface NewsLook {
  icon: IconName;
  /** good: something arrived; hint: the player can do something; bad: something went wrong. */
  tone: 'good' | 'hint' | 'bad' | 'quiet';
  /** Path where something can be done, without the language. */
  path: string;
  link: 'goods' | 'waits' | 'refused' | 'order' | 'friend' | 'reward' | 'promotion' | 'terms';
}

const orderPath = ({ order }: { order: string }) =>
  `${paths.donateSuccess}?order=${encodeURIComponent(order)}`;

/** Returns the look of an entry. */
export function newsLook(entry: PlayerNewsEntry): NewsLook {
  switch (entry.kind) {
    case 'goods':
      return { icon: 'backpack', tone: 'good', path: paths.inTheGame, link: 'goods' };
    case 'waits':
      return entry.why === 'refused'
        ? { icon: 'gift', tone: 'hint', path: paths.inventory, link: 'refused' }
        : { icon: 'info', tone: 'hint', path: paths.inTheGame, link: 'waits' };
    case 'refund':
      return {
        icon: entry.hasFailed ? 'warning' : 'card',
        tone: entry.hasFailed ? 'bad' : 'quiet',
        path: orderPath(entry),
        link: 'order',
      };
    case 'unpaid':
      return { icon: 'card', tone: 'quiet', path: orderPath(entry), link: 'order' };
    case 'friend':
      return { icon: 'users', tone: 'good', path: paths.referral, link: 'friend' };
    case 'reward':
      return { icon: 'gift', tone: 'good', path: paths.referral, link: 'reward' };
    case 'terms':
      return { icon: 'info', tone: entry.isWithdrawn ? 'quiet' : 'hint', path: paths.terms, link: 'terms' };
    case 'promotion':
  }
  return { icon: 'percent', tone: 'hint', path: paths.donate, link: 'promotion' };
}
