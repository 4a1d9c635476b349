import { LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import type { BuiltFiles } from '#/server/platform/pages/builtFiles.ts';

/** A read that is measured. */
export interface Read {
  name: string;
  path: string;
  headers?: Record<string, string>;
}

const DOCUMENTS = { landing: '/', shop: '/donate', fairness: '/fairness', terms: '/terms' };

const documents = Object.entries(DOCUMENTS).flatMap(([name, path]) =>
  LOCALES.map((locale): Read => {
    const address = path === '/' ? localePrefix(locale) || '/' : localePrefix(locale) + path;
    return { name: `${name} ${locale}`, path: address };
  }),
);

/** Files of the build that many pages load, by their source paths. */
const FILES = { code: 'src/client/app/main.tsx', picture: 'assets/items/coin.avif' };

/** What is the same for everybody. */
export const sharedReads = (oddsHash: string, built: BuiltFiles): Read[] => [
  ...documents,
  ...Object.entries(FILES).map(([name, source]): Read => ({ name, path: `/${built[source]!.file}` })),
  { name: 'donate data', path: '/api/donate-data' },
  { name: 'goods', path: '/api/v1/goods?server=everest' },
  { name: 'servers', path: '/api/v1/servers' },
  { name: 'statistic', path: '/api/v1/servers-statistic' },
  { name: 'landing data', path: '/api/v1/landing-data' },
  { name: 'cases', path: '/api/one-rp/cases' },
  { name: 'case', path: '/api/one-rp/cases/show/1' },
  { name: 'odds', path: `/api/v1/fair/odds/${oddsHash}` },
];

/** What belongs to the player who asks. */
export const OWN_READS: readonly Read[] = [
  { name: 'user', path: '/api/v1/user' },
  { name: 'own cases', path: '/api/v1/cases/user' },
  { name: 'own case', path: '/api/v1/cases/user/1' },
  { name: 'coupons', path: '/api/v1/coupons/user/' },
  { name: 'orders', path: '/api/v1/orders' },
  { name: 'movements', path: '/api/v1/user/movements' },
  { name: 'referral statistic', path: '/api/v1/referral/account-statistic' },
  { name: 'referral ranks', path: '/api/v1/referral/status-statistic' },
  { name: 'milestones', path: '/api/v1/referral/milestone' },
  { name: 'invited players', path: '/api/v1/referral/players' },
];
