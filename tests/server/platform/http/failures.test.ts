import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const ERROR = 50;

interface Line {
  level: number;
  code?: string;
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
  expect(lines).toContainEqual(expect.objectContaining({ level: 30, code: 'busy' }));
  expect(levelsOf('/readyz')).not.toContain(ERROR);
  await site.pool.query('ALTER TABLE sessions RENAME TO lost');
  const { statusCode } = await site.get('/api/v1/user', { authorization: 'Bearer unknown' });
  expect(statusCode).toBe(500);
  expect(levelsOf('/api/v1/user')).toContain(ERROR);
});
