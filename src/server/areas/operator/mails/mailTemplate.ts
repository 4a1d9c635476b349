import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { MAIL_KINDS } from '#/contract/mail.ts';
import { setMailHeaders } from '#/server/platform/http/showMail.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { mailContent } from '#/server/platform/mail/mailContent.ts';
import { mailHtml } from '#/server/platform/mail/mailHtml.ts';
import { SAMPLES } from '#/server/platform/mail/mailSamples.ts';

/**
 * Renders a sample mail as the site would send it, for a sandboxed frame.
 * @param id language and kind, for example "en-receipt"
 * @throws AppError notFound
 */
export function mailTemplate({ config }: Pick<Deps, 'config'>, reply: FastifyReply, id: string): Readable {
  const [language, wanted] = id.split('-', 2);
  const locale = LOCALES.find((known) => known === language) ?? fail('notFound');
  const kind = MAIL_KINDS.find((known) => known === wanted) ?? fail('notFound');
  const mail = { kind, locale, to: '', variables: SAMPLES[kind] };
  void setMailHeaders(reply);
  return Readable.from([mailHtml(mailContent(config, mail))]);
}
