import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresBinaries } from './postgresBinaries.ts';
import type { PostgresUser } from './postgresUser.ts';
import { isAlive } from './postmaster.ts';

export const SUPERUSER = 'postgres';
const IS_WINDOWS = process.platform === 'win32';
const UNFINISHED = /^new-(\d+)-/;

/** Whether there is a complete cluster in `home`. */
export const hasCluster = (home: string): boolean => existsSync(join(home, 'cluster', 'PG_VERSION'));

/**
 * Creates the cluster in `home` unless there is one. It is created in another folder and renamed when it is complete,
 * so that neither a crash nor a second server leaves half of one.
 * @throws Error with a sentence for the operator
 */
export async function makeCluster(
  home: string,
  binaries: PostgresBinaries,
  user: PostgresUser,
): Promise<void> {
  const cluster = join(home, 'cluster');
  for (const name of readdirSync(home)) {
    const maker = UNFINISHED.exec(name)?.[1];
    if (maker && !isAlive(Number(maker))) rmSync(join(home, name), { recursive: true, force: true });
  }
  if (hasCluster(home)) return;

  const unfinished = join(home, `new-${process.pid}-${randomBytes(4).toString('hex')}`);
  const child = user.spawn(
    binaries.initdb,
    ['-D', unfinished, '-U', SUPERUSER, '-E', 'UTF8', '--locale=C', '--no-instructions', ...access(home)],
    ['ignore', 'ignore', 'pipe'],
  );
  let trouble = '';
  child.stderr?.on('data', (chunk) => {
    trouble += String(chunk);
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0)
    throw new Error(
      `PostgreSQL cannot make its files in ${home}: ${trouble.trim() || `initdb ended with ${status}`}\n` +
        'Free some space or choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL server.',
    );
  try {
    renameSync(unfinished, cluster);
    syncFolder(home);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!hasCluster(home)) throw error;
  }
}

/** The password of a cluster on Windows, where no socket exists that file permissions could protect. */
export function clusterPassword(home: string): { password?: string } {
  return IS_WINDOWS ? { password: readFileSync(join(home, 'password'), 'utf8') } : {};
}

function access(home: string): string[] {
  if (!IS_WINDOWS) return ['-A', 'trust'];
  const file = join(home, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return ['-A', 'scram-sha-256', `--pwfile=${file}`];
}

function syncFolder(folder: string): void {
  if (IS_WINDOWS) return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
