import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { TermsNoticesReply } from '#/contract/landing.ts';
import {
  TERMS_NOTICE_DAYS,
  TERMS_NOTICES_SHOWN,
  type TermsNotice,
  type TermsNoticeListReply,
} from '#/contract/operator/site.ts';
import { dayOf, endOf } from '#/server/domain/fairness/dayEnd.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import { termsNotices } from '#/server/platform/db/tables/site/news.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The earliest day in force of a change that is announced now: after the rest of today and 14 full days (O34). */
export function earliestTermsDay({ now }: Pick<Deps, 'now'>): string {
  return dayOf(new Date(endOf(dayOf(now())).getTime() + TERMS_NOTICE_DAYS * DAY_MS));
}

/** SQL condition of notices that nobody has withdrawn and whose day has not begun. */
export const whereNoticeOpen = ({ now }: Pick<Deps, 'now'>) =>
  and(isNull(termsNotices.withdrawnAt), gt(termsNotices.inForceOn, dayOf(now())));

/** Reads the announced changes of the terms that are not in force yet (RT17). */
export async function announcedTerms(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  locale: Locale,
): Promise<TermsNoticesReply> {
  const rows = await db
    .select({ inForceOn: termsNotices.inForceOn, texts: termsNotices.texts })
    .from(termsNotices)
    .where(whereNoticeOpen({ now }))
    .orderBy(asc(termsNotices.inForceOn), asc(termsNotices.id));
  return { notices: rows.map(({ inForceOn, texts }) => ({ inForceOn, text: texts[locale] })) };
}

/** Lists the notices of changed terms with their progress, the newest first (O34). */
export async function listTermsNotices(deps: Pick<Deps, 'db' | 'now'>): Promise<TermsNoticeListReply> {
  const rows = await deps.db
    .select({ notice: termsNotices, by: operators.name })
    .from(termsNotices)
    .leftJoin(operators, eq(operators.id, termsNotices.announcedBy))
    .orderBy(desc(termsNotices.id))
    .limit(TERMS_NOTICES_SHOWN);
  const today = dayOf(deps.now());
  return {
    notices: rows.map(({ notice, by }): TermsNotice => {
      const { id, inForceOn, texts, recipients, mailed, announcedAt, sentAt, withdrawnAt } = notice;
      return {
        id,
        inForceOn,
        texts,
        state: withdrawnAt ? 'withdrawn' : sentAt ? 'sent' : 'sending',
        announcedAt: announcedAt.toISOString(),
        announcedBy: by ?? '',
        recipients,
        mailed,
        isOpen: withdrawnAt === null && inForceOn > today,
      };
    }),
    earliestOn: earliestTermsDay(deps),
  };
}
