import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import type { TestApp } from '../app/testApp.ts';
import { testCatalogue } from './testCatalogue.ts';

/** Serves a changed catalogue until the check is over. */
export async function withCatalogue(
  { pool }: Pick<TestApp, 'pool'>,
  change: (copy: typeof testCatalogue) => void,
  check: () => Promise<void>,
): Promise<void> {
  const copy = structuredClone(testCatalogue);
  change(copy);
  await importCatalogue(pool, copy);
  try {
    await check();
  } finally {
    await importCatalogue(pool, testCatalogue);
  }
}
