import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { createLineLimit } from '#/server/platform/kernel/logging.ts';

const REPORT_LIMIT_BYTES = 8 * 1024;
const LOGGED_CHARACTERS = 200;

/** Fields of a report that are logged, by their names in both formats. */
const LOGGED_FIELDS = [
  'document-uri',
  'documentURL',
  'blocked-uri',
  'blockedURL',
  'effective-directive',
  'effectiveDirective',
  'source-file',
  'sourceFile',
  'line-number',
  'lineNumber',
];

/** What a report says, without the queries of its addresses: they hold the tokens of mailed links. */
function loggedPart(body: string): Record<string, string | number> {
  const [report] = [jsonOf(body)].flat();
  const { 'csp-report': older, body: newer } = (report ?? {}) as Record<string, unknown>;
  const found = Object(older ?? newer) as Record<string, unknown>;
  const logged: Record<string, string | number> = {};
  for (const name of LOGGED_FIELDS) {
    const value = found[name];
    if (typeof value === 'number') logged[name] = value;
    if (typeof value === 'string') logged[name] = value.replace(/[?#][^]*/, '').slice(0, LOGGED_CHARACTERS);
  }
  return logged;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
      if (unsaid !== undefined)
        request.log.warn(
          { report: loggedPart(request.body), unsaid },
          'a browser refused what the page asked for',
        );
      return reply.code(204).send();
    });
  });
}
