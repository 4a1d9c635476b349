import type pg from 'pg';
import { expect, test } from 'vitest';
import { type SiteVersion, versionToShow } from '#/server/platform/watch/siteVersion.ts';

const of = (catalogue: string): SiteVersion => ({ catalogue, stock: '' });

test('N9 a slow answer of the database never brings back what was replaced', async () => {
  const statements: { answer: (version: SiteVersion) => void; fail: () => void }[] = [];
  const query = () =>
    new Promise((resolve, reject) => {
      const answer = (version: SiteVersion) => resolve({ rows: [version] });
      statements.push({ answer, fail: () => reject(new Error('the connection was lost')) });
    });
  const deps = { pool: { query } as unknown as pg.Pool, now: () => new Date() };
  const slow = versionToShow(deps);
  // it is sent again, and the next one does not wait any longer
  await expect.poll(() => statements.length).toBe(2);
  const next = versionToShow(deps);
  await expect.poll(() => statements.length).toBe(3);
  statements[2]!.answer(of('new'));
  expect(await next).toEqual(of('new'));
  statements[0]!.answer(of('old'));
  expect(await slow).toEqual(of('old'));
  const lost = versionToShow(deps);
  await expect.poll(() => statements.length).toBe(4);
  statements[3]!.fail();
  expect(await lost).toEqual(of('new'));
});
