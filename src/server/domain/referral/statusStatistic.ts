import type { ReferralStatus } from '#/contract/referral.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { readRanks, statusOf } from './referral.ts';

/** Lists the ranks of the referral programme, the lowest first (C7). */
export async function statusStatistic({ db }: Deps, locale: Locale): Promise<{ statuses: ReferralStatus[] }> {
  const ranks = await readRanks(db);
  return { statuses: ranks.map((rank) => statusOf(rank, locale)) };
}
