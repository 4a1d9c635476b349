import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#/server/platform/db/embedded.ts';

/**
 * Creates data folders with an initialised, stopped PostgreSQL. It is initialised once and then copied, because
 * initialising takes seconds on a busy disk.
 */
export async function dataDirs(): Promise<{ make: () => string; remove: () => void }> {
  const prepared = mkdtempSync(join(tmpdir(), 'one-rp-prepared-'));
  await (await startEmbedded(prepared, { info: () => {}, warn: console.warn })).stop();
  return {
    make: () => {
      const folder = mkdtempSync(join(tmpdir(), 'one-rp-data-'));
      chmodSync(folder, 0o755);
      cpSync(join(prepared, 'postgres'), join(folder, 'postgres'), { recursive: true });
      return folder;
    },
    remove: () => rmSync(prepared, { recursive: true, force: true }),
  };
}
