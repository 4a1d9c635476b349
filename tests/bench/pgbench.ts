import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Finds pgbench. Says how to get it if it is not on this machine. */
export function findPgbench(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  const found = [process.env['PGBENCH'], ...folders.map((folder) => join(folder, 'pgbench'))].find(
    (file) => file && existsSync(file),
  );
  if (!found)
    console.error(
      'pgbench is not on this machine, so there is nothing to compare with. It comes with the PostgreSQL server ' +
        'packages (Debian: postgresql-contrib); PGBENCH may name the file.',
    );
  return found;
}

interface PgbenchRun {
  pgbench: string;
  url: URL;
  /** File with the script. */
  script: string;
  seconds: number;
  clients: number;
  protocol?: 'extended' | 'prepared';
}

/** Runs a script. @returns transactions per second */
export async function pgbenchPerSecond({
  pgbench,
  url,
  script,
  seconds,
  clients,
  protocol = 'prepared',
}: PgbenchRun): Promise<number> {
  const { stdout } = await run(
    pgbench,
    [
      `--client=${clients}`,
      `--time=${seconds}`,
      `--file=${script}`,
      `--protocol=${protocol}`,
      '--no-vacuum',
      `--host=${url.searchParams.get('host') ?? url.hostname}`,
      `--port=${url.port || '5432'}`,
      `--username=${url.username}`,
      url.pathname.slice(1),
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } },
  );
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (!(perSecond > 0) || !/number of failed transactions: 0 /.test(stdout)) throw new Error(stdout);
  return perSecond;
}
