import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#/server/platform/db/embedded.ts';

/** Databases are placed in memory if at least this much is free; a run takes less than half of it. */
const ROOM_BYTES = 2 ** 31;

/**
 * The memory, where it serves as a disk and has room for the whole run; else the folder for temporary files. No test
 * takes the power from a machine, so none needs a disk that outlives it.
 */
export function fastestFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > ROOM_BYTES ? memory : tmpdir();
}

/**
 * Creates data folders with an initialised, stopped PostgreSQL. It is initialised once and then copied, because
 * initialising takes seconds on a busy disk.
 */
export async function dataDirs(): Promise<{ make: () => string; remove: () => void }> {
  const prepared = mkdtempSync(join(fastestFolder(), 'one-rp-prepared-'));
  await (await startEmbedded(prepared, { info: () => {}, warn: console.warn })).stop();
  return {
    make: () => {
      const folder = mkdtempSync(join(fastestFolder(), 'one-rp-data-'));
      chmodSync(folder, 0o755);
      cpSync(join(prepared, 'postgres'), join(folder, 'postgres'), { recursive: true });
      return folder;
    },
    remove: () => rmSync(prepared, { recursive: true, force: true }),
  };
}
