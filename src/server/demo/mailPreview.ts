import type { FastifyInstance } from 'fastify';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { MAIL_KINDS } from '#/contract/mail.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { mailContent } from '#/server/platform/mail/mailContent.ts';
import { mailHtml } from '#/server/platform/mail/mailHtml.ts';
import { SAMPLES } from '#/server/platform/mail/mailSamples.ts';
import { mailText } from '#/server/platform/mail/mailText.ts';
import { showMail } from '#/server/platform/http/showMail.ts';

const to = 'marlo.day@example.org';

/** Renders sample mails for the developers' page: every kind in every language. */
export function mailPreview(app: FastifyInstance, config: Config): void {
  if (!config.hasPlayground) return;
  const asked = (params: unknown) => {
    const wish = params as { locale: string; kind: string };
    const locale = LOCALES.find((known) => known === wish.locale) ?? fail('notFound');
    const kind = MAIL_KINDS.find((known) => known === wish.kind) ?? fail('notFound');
    return mailContent(config, { kind, locale, to, variables: SAMPLES[kind] });
  };
  app.get('/playground/mails/:locale/:kind', (request, reply) =>
    showMail(reply, mailHtml(asked(request.params))),
  );
  app.get('/playground/mails/:locale/:kind/text', (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(mailText(asked(request.params))),
  );
}
