import type { Mistake } from './mistake.ts';
import type { ReferralFile } from './referralSchema.ts';
import { repeated } from './repeatedMistakes.ts';

/** Finds mistakes that need several rows of the referral programme, or the cases. */
export function referralMistakes({ milestones }: ReferralFile, caseIds: ReadonlySet<number>): Mistake[] {
  const numbers = milestones.map(({ requiredReferrals }) => requiredReferrals);
  return [
    ...repeated(
      'milestone id',
      milestones.map(({ id }) => id),
      (at) => ['referral', 'milestones', at, 'id'],
    ),
    ...repeated(
      'number of referrals',
      numbers,
      (at) => ['referral', 'milestones', at, 'requiredReferrals'],
      (number) => `two milestones are reached with ${number} referrals`,
    ),
    ...milestones.flatMap(({ id, grants }, at) =>
      grants.flatMap((each, place): Mistake[] =>
        each.kind === 'case' && !caseIds.has(each.caseId)
          ? [
              {
                path: ['referral', 'milestones', at, 'grants', place, 'caseId'],
                code: 'noCase',
                values: { value: each.caseId },
                sentence: `milestone ${id}: there is no case ${each.caseId}`,
              },
            ]
          : [],
      ),
    ),
  ];
}
