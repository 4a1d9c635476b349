import { and, count, eq, max, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { LOCALES } from '#/contract/kernel/locale.ts';
import type { AnnounceTermsBody } from '#/contract/operator/site.ts';
import type { ActOutcome, Actor } from '#/server/domain/operators/act.ts';
import { earliestTermsDay, whereNoticeOpen } from '#/server/domain/playerNews/termsNotices.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { termsNotices } from '#/server/platform/db/tables/site/news.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { mailContent } from '#/server/platform/mail/mailContent.ts';
import { mailText } from '#/server/platform/mail/mailText.ts';

/**
 * Announces that the terms will change (O34): from now on the page of the terms says so, and a job writes to the players.
 * The day is checked whenever the act runs, because a second person may approve it later.
 * @throws AppError termsTooSoon at `inForceOn`; termsUnderWay while another notice is being sent
 */
export async function announceTermsAct(
  tx: NodePgDatabase,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { inForceOn, texts }: Pick<AnnounceTermsBody, 'inForceOn' | 'texts'>,
  { id: announcedBy, name: login }: Actor,
): Promise<ActOutcome<Record<string, never>>> {
  if (inForceOn < earliestTermsDay({ now })) fail('termsTooSoon', { errors: { inForceOn: 'termsTooSoon' } });
  const [{ recipients, lastAccount } = { recipients: 0, lastAccount: null }] = await tx
    .select({
      recipients: count(sql`CASE WHEN ${accounts.isVerified} THEN 1 END`),
      lastAccount: max(accounts.id),
    })
    .from(accounts)
    .where(eq(accounts.status, 'active'));
  const [made] = await tx
    .insert(termsNotices)
    .values({ inForceOn, texts, announcedAt: now(), announcedBy, recipients, lastAccount: lastAccount ?? 0 })
    .onConflictDoNothing()
    .returning({ id: termsNotices.id });
  if (!made) fail('termsUnderWay');
  const mails = LOCALES.map((locale) => {
    const variables = { login, notice: made.id, inForceOn, text: texts[locale] };
    const content = mailContent(config, { kind: 'termsChanged', to: '', locale, variables });
    return [locale, mailText(content)];
  });
  return {
    reply: {},
    target: { type: 'termsNotice', id: inForceOn },
    before: {},
    after: { inForceOn, recipients, textRu: texts.ru, textUk: texts.uk, textEn: texts.en },
    foreseen: { mails: Object.fromEntries(mails) },
  };
}

/**
 * Withdraws a notice before its day: nobody else is written to, the page of the terms shows it no longer, and the news of
 * those who were told says so (O34).
 * @throws AppError notFound; operatorChanged if it was withdrawn, or its day has begun
 */
export async function withdrawTermsAct(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  id: number,
): Promise<ActOutcome<Record<string, never>>> {
  const [withdrawn] = await tx
    .update(termsNotices)
    .set({ withdrawnAt: now() })
    .where(and(eq(termsNotices.id, id), whereNoticeOpen({ now })))
    .returning();
  if (!withdrawn)
    fail((await tx.$count(termsNotices, eq(termsNotices.id, id))) > 0 ? 'operatorChanged' : 'notFound');
  return {
    reply: {},
    target: { type: 'termsNotice', id: withdrawn.inForceOn },
    before: { isWithdrawn: false },
    after: { isWithdrawn: true },
    // counts like an opening of a part; the limit of support is 0, so support needs a second person
    amount: 1,
  };
}
