import fastify from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { answerError } from '#/server/platform/http/failures.ts';
import { LINES_PER_MINUTE, loggerOptions } from '#/server/platform/kernel/logging.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const INFO = 30;
const ERROR = 50;

interface Line {
  level: number;
  code?: string;
  cause?: string;
  err?: object;
  req?: { path: string };
}

let site: TestApp;
const lines: Line[] = [];
beforeAll(async () => {
  const logStream = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  site = await createTestApp({ config: { logLevel: 'info' }, logStream });
});
afterAll(() => site.close());

const levelsOf = (path: string) => lines.filter(({ req }) => req?.path === path).map(({ level }) => level);

test('N7 what the site refuses on purpose for a while is no error in its log; what broke is one', async () => {
  site.app.startDraining();
  expect((await site.get('/readyz')).statusCode).toBe(503);
  expect(lines).toContainEqual(expect.objectContaining({ level: INFO, code: 'busy' }));
  expect(levelsOf('/readyz')).not.toContain(ERROR);
  await site.pool.query('ALTER TABLE sessions RENAME TO lost');
  const { statusCode } = await site.get('/api/v1/user', { authorization: 'Bearer unknown' });
  expect(statusCode).toBe(500);
  expect(levelsOf('/api/v1/user')).toContain(ERROR);
});

test('N7 in an outage some failures of a minute are logged whole, and the others in a short line each', async () => {
  const said: Line[] = [];
  const stream = { write: (line: string) => void said.push(JSON.parse(line) as Line) };
  const app = fastify({ disableRequestLogging: true, logger: { ...loggerOptions('info'), stream } });
  onTestFinished(() => app.close());
  app.setErrorHandler(answerError);
  app.get('/silent', () => {
    throw Object.assign(new Error('terminating connection'), { code: '57P01' });
  });
  const requests = 3 * LINES_PER_MINUTE;
  for (let at = 0; at < requests; at++) expect((await app.inject('/silent')).statusCode).toBe(503);
  expect(said).toHaveLength(requests);
  const short = said.filter(({ err }) => !err);
  expect(short.length).toBeGreaterThanOrEqual(LINES_PER_MINUTE);
  for (const line of short) expect(line).toMatchObject({ level: INFO, cause: 'terminating connection' });
});
