import {
  MAILS_PAGE_ROWS,
  type MailRow,
  type MailsQuery,
  type MailsReply,
} from '#/contract/operator/mails.ts';
import { readMail, readMails } from '#/server/domain/mails/mailList.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

type ListDeps = Pick<Deps, 'db' | 'now' | 'secretKey'>;

/** Lists mails, the newest first, without their content (O32). */
export async function listMails(
  deps: ListDeps,
  { before, after, ...filters }: MailsQuery,
): Promise<MailsReply> {
  const isForwards = before === undefined && after !== undefined;
  const found = await readMails(deps, filters, {
    before: before === undefined ? undefined : Number(before),
    after: isForwards ? Number(after) : undefined,
    limit: MAILS_PAGE_ROWS + 1,
  });
  const hasMore = found.length > MAILS_PAGE_ROWS;
  const page = found.slice(0, MAILS_PAGE_ROWS);
  const mails = isForwards ? page.toReversed() : page;
  const isFirstPage = before === undefined && (!isForwards || !hasMore);
  const isLastPage = !isForwards && !hasMore;
  return {
    mails,
    before: isLastPage ? null : (mails.at(-1)?.id ?? null),
    after: isFirstPage ? null : (mails[0]?.id ?? null),
  };
}

/** Shows one mail, without its content. @throws AppError notFound */
export const showMail = async (deps: ListDeps, id: number): Promise<MailRow> =>
  (await readMail(deps, id)) ?? fail('notFound');
