import type { ReferralFile } from './catalogueReferralSchema.ts';
import type { TableWanted } from './syncTable.ts';

/** What the tables of the referral programme are to hold. A milestone that left is withdrawn: it has been rewarded. */
export function referralTables({ statuses, milestones }: ReferralFile): TableWanted[] {
  return [
    {
      table: 'referral_statuses',
      noun: 'rank',
      keys: ['level'],
      gone: 'removed',
      rows: statuses.map(
        ({ level, name, image, cashBackBasisPoints, fromReferrals, toReferrals, isLeader }) => ({
          level,
          names: name,
          image_name: image,
          cash_back_basis_points: cashBackBasisPoints,
          from_referrals: fromReferrals,
          to_referrals: toReferrals,
          is_leader: isLeader ?? false,
        }),
      ),
    },
    {
      table: 'referral_milestones',
      noun: 'milestone',
      keys: ['id'],
      gone: 'withdrawn',
      rows: milestones.map(({ id, requiredReferrals, name, image, grants }) => ({
        id,
        required_referrals: requiredReferrals,
        names: name,
        image_name: image,
        grants,
        is_withdrawn: false,
      })),
    },
  ];
}
