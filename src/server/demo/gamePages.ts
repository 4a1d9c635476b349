import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { GAME_CSS, GAME_PATH, gamePage } from './gamePage.ts';
import { forThisMachine, isOwnPage } from './forThisMachine.ts';
import { MOODS, type SimulatedGames } from './simulatedGames.ts';

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(GAME_CSS).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');
const CODE = /^[a-z0-9-]{1,20}$/i;
const LOGIN = /^[a-z0-9_.-]{1,32}$/i;

/**
 * Serves `/simulated-game`, the page of the simulated games with behaviour, players and items. Only this machine may
 * see and change it.
 * @param games undefined until they run
 */
export async function gamePages(
  app: FastifyInstance,
  deps: Deps,
  games: () => SimulatedGames | undefined,
): Promise<void> {
  const onRequest = forThisMachine(deps.config);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.get(GAME_PATH, { onRequest }, async (_request, reply) => {
      const running = games() ?? fail('notFound');
      const rows = await deps.db.select({ key: servers.key, names: servers.names }).from(servers);
      const names = new Map(rows.map(({ key, names: each }) => [key, each.en]));
      return reply
        .header('content-security-policy', POLICY)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(gamePage(running.look(), names));
    });
    scope.post<{ Body: URLSearchParams }>(GAME_PATH, { onRequest }, async (request, reply) => {
      if (!isOwnPage(request, deps.config.publicUrl)) fail('csrfInvalid');
      act(games() ?? fail('notFound'), request.body);
      return reply.header('cache-control', 'no-store').redirect(GAME_PATH, 303);
    });
  });
}

/** Carries out a pressed button. */
function act(games: SimulatedGames, fields: URLSearchParams): void {
  const server = fields.get('server') ?? '';
  if (!games.look().some((game) => game.server === server)) fail('badRequest');
  const login = fields.get('login') ?? '';
  const code = fields.get('code') ?? '';
  const mood = MOODS.find((known) => known === fields.get('mood'));
  switch (fields.get('act')) {
    case 'behave':
      return games.behave(server, mood ?? fail('badRequest'));
    case 'join':
      return games.join(server, LOGIN.test(login) ? login : fail('badRequest'));
    case 'link':
      if (!LOGIN.test(login) || !CODE.test(code)) fail('badRequest');
      return games.link(server, login, code);
    case 'leave':
      return games.leave(server, login);
    default:
      return fail('badRequest');
  }
}
