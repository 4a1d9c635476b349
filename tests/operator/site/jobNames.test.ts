import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';

/** The names of the jobs, as their list writes them. */
const names = [...readFileSync('src/server/jobs/jobs.ts', 'utf8').matchAll(/\{ name: '(\w+)'/g)].map(
  ([, name = '']) => name,
);

test.each(LOCALES)('O30 every job has a name in %s, and no name is left over', (locale) => {
  const { jobs } = JSON.parse(readFileSync(`locales/${locale}/operatorJobs.json`, 'utf8')) as {
    jobs: Record<string, string>;
  };
  expect(names.length).toBeGreaterThan(20);
  expect(Object.keys(jobs).toSorted()).toEqual(names.toSorted());
  expect(new Set(Object.values(jobs)).size).toBe(names.length);
});
