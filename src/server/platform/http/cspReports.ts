import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { createLineLimit } from '#/server/platform/kernel/logging.ts';

const REPORT_LIMIT_BYTES = 8 * 1024;
const LOGGED_CHARACTERS = 1000;

/** Serves /csp-report, to which browsers report blocked content. Reports are counted, and some of them logged. */
export function cspReports(app: FastifyInstance, { now }: Pick<Deps, 'now'>, register: Registry): void {
  const violations = new Counter({
    name: 'csp_violations_total',
    help: 'Reports of browsers that refused something',
    registers: [register],
  });
  const nextLine = createLineLimit(now);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: REPORT_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post('/csp-report', async (request, reply) => {
      if (typeof request.body !== 'string') fail('badRequest');
      violations.inc();
      const unsaid = nextLine();
      const report = request.body.slice(0, LOGGED_CHARACTERS);
      if (unsaid !== undefined)
        request.log.warn({ report, unsaid }, 'a browser refused what the page asked for');
      return reply.code(204).send();
    });
  });
}
