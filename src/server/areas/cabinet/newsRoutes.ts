import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { DEFAULT_LOCALE, localePrefix } from '#/contract/kernel/locale.ts';
import { STOP_MAILS_PATH, stopMailsQuery } from '#/contract/kernel/playerNews.ts';
import { chooseMail, listMailChoices } from '#/server/domain/playerNews/mailChoices.ts';
import { markNewsRead, readNews } from '#/server/domain/playerNews/readNews.ts';
import { stopMails } from '#/server/domain/playerNews/stopMails.ts';
import { parsePart, route } from '#/server/platform/http/route.ts';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { refuseWhileReadOnly } from '#/server/platform/watch/diskGuard.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const FORM = { parseAs: 'string', bodyLimit: 1024 } as const;

/** The player's news, how it is mailed, and the unsubscribe link of its mails (C15, C16). */
export function newsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoints.playerNews, ({ query }, { account, locale }) =>
    readNews(deps, account.id, query.before, locale),
  );
  route(app, deps, endpoints.readNews, ({ body }, { account }) => markNewsRead(deps, account.id, body));
  route(app, deps, endpoints.mailChoices, (_, { account }) => listMailChoices(deps.db, account.id));
  route(app, deps, endpoints.chooseMail, ({ body }, { account }) => chooseMail(deps, account.id, body));
  // a mail program that only opens links: the page asks before anything happens
  app.get(STOP_MAILS_PATH, (request, reply) => {
    const { token, locale } = parsePart(stopMailsQuery, request.query, 'badRequest');
    const prefix = localePrefix(
      locale ?? acceptedLocale(request.headers['accept-language']) ?? DEFAULT_LOCALE,
    );
    const page = `${prefix}/email-verification?token=${encodeURIComponent(token)}`;
    return reply.header('cache-control', 'no-store').redirect(page, 303);
  });
  void app.register(async (scope) => {
    // a mail program sends a form, which says nothing: the token is in the address
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', FORM, (_request, _body, done) => done(null));
    scope.post(STOP_MAILS_PATH, { onRequest: refuseOthers }, async (request, reply) => {
      const { token } = parsePart(stopMailsQuery, request.query, 'badRequest');
      await stopMails(deps, token);
      return reply.header('cache-control', 'no-store').send({ stopped: true });
    });
  });

  async function refuseOthers(request: FastifyRequest): Promise<void> {
    if (request.headers['sec-fetch-site'] === 'cross-site') fail('csrfInvalid');
    refuseWhileReadOnly(deps);
  }
}
