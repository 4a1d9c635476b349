import type { ReferralFile } from '#/contract/operator/catalogue/referralSchema.ts';
import type { TableWanted } from './syncTable.ts';

/**
 * The target rows of the referral programme. A milestone that left the catalogue is withdrawn, because players were
 * rewarded for it.
 */
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
