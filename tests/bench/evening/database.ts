import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { SITE_SECRET } from '../reads/builtSite.ts';
import { fillEvening } from './fillEvening.ts';
import type { Scale } from './scale.ts';

/** A database that is filled is marked by its comment; one that is not was left in the middle. */
const FILLED = 'filled';

/** Returns a filled database of this scale: the one that an earlier run has kept, or a new one. */
export async function eveningDatabase(admin: URL, scale: Scale): Promise<URL> {
  const name = `one_rp_evening_${scale.accounts}_${scale.transfersEach}_${scale.players}`;
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: admin.href, max: 1 });
  try {
    const { rows } = await pool.query<{ comment: string | null }>(
      `SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = $1`,
      [name],
    );
    if (rows[0]?.comment === FILLED) {
      await migrateDatabase({ connectionString: url.href });
      return url;
    }
    const startMs = performance.now();
    await pool.query(`DROP DATABASE IF EXISTS ${name}`);
    await pool.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
    await fill(url, scale);
    await pool.query(`COMMENT ON DATABASE ${name} IS '${FILLED}'`);
    const seconds = Math.round((performance.now() - startMs) / 1000);
    console.log(
      `${scale.accounts} accounts, ${scale.accounts * scale.transfersEach} ledger rows: ${seconds} s`,
    );
    return url;
  } finally {
    await pool.end();
  }
}

async function fill(url: URL, scale: Scale): Promise<void> {
  await migrateDatabase({ connectionString: url.href });
  // without the site's time limits: a statement here may take minutes
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  try {
    const folder = join(projectRoot, 'src/server/domain/catalogue/files');
    await importCatalogue(pool, await readCatalogue(folder, join(projectRoot, 'assets')));
    await fillEvening(pool, scale);
  } finally {
    await pool.end();
  }
}

/** Checks every book by the site's own command. @returns its last line, and the books that took longest or are broken */
export async function booksBalance(url: URL): Promise<{ isGood: boolean; lines: string[] }> {
  const command = join(projectRoot, 'src/server/operator/booksCommand.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', command], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: url.href,
      APP_SECRET: SITE_SECRET,
      DEMO: '0',
      PAYMENTS_SANDBOX: '1',
    },
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  let text = '';
  for await (const part of child.stdout.setEncoding('utf8')) text += part as string;
  const [code] = await ended;
  const lines = text.trim().split('\n');
  const msOf = (line: string) => Number(/\((\d+) ms\)$/.exec(line)?.[1] ?? 0);
  const slowest = lines.toSorted((a, b) => msOf(b) - msOf(a)).slice(0, 5);
  const bad = lines.filter((line) => /^(?:BROKEN|NOT CHECKED)/.test(line));
  return { isGood: code === 0, lines: [...new Set([...slowest, ...bad, lines.at(-1)!])] };
}
