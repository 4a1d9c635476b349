import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { siteState } from '#/server/domain/operators/siteState.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { createTestApp } from '../../support/app/testApp.ts';

const HOUR_MS = 60 * 60_000;
const DAY_S = 24 * 60 * 60;

let programs: string;
let backups: string;
beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), 'one-rp-programs-'));
  backups = mkdtempSync(join(tmpdir(), 'one-rp-backups-'));
});
afterEach(() => {
  for (const folder of [programs, backups]) rmSync(folder, { recursive: true });
});

const addProgram = (name: string, script: string) =>
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

const WRITE = 'for word; do case $word in --file=*) echo rows > "${word#--file=}";; esac; done';
const SCRIPT = join(projectRoot, 'deploy/backup.sh');

/** Runs `backup.sh` with the programs of the test before those of the machine. @returns the code of the script */
const runScript = (settings: Record<string, string>): number | null =>
  spawnSync('sh', [SCRIPT, backups], {
    env: { PATH: [programs, process.env['PATH']].join(delimiter), ...settings },
  }).status;

/**
 * Runs `backup.sh` once, with a pg_dump that writes something and ends with a code, and a psql that ends with another.
 * @returns the code of the script, and the statements that psql was given
 */
function backUp(code: number, psqlCode = 0) {
  const said = join(programs, 'said.sql');
  addProgram('pg_dump', `${WRITE}\nexit ${code}`);
  addProgram(
    'psql',
    `for word; do case $word in --command=*) echo "\${word#--command=}" >> ${said};; esac; done\nexit ${psqlCode}`,
  );
  const status = runScript({ ONCE: '1' });
  const statements = existsSync(said) ? readFileSync(said, 'utf8').trim().split('\n') : [];
  rmSync(said, { force: true });
  return { status, statements };
}

const put = (name: string, ageDays: number) => {
  const file = join(backups, name);
  const atS = Date.now() / 1000 - ageDays * DAY_S;
  writeFileSync(file, 'rows');
  utimesSync(file, atS, atS);
};

test('N12 a dump that failed, as on a full disk, leaves nothing behind and removes no earlier one', () => {
  put('one-rp-old.dump', 40);
  put('one-rp-killed.dump.part', 1);
  expect(backUp(1).status).toBe(1);
  expect(readdirSync(backups)).toEqual(['one-rp-old.dump']);
});

test('N12 a dump takes the place of those that are older than 30 days', () => {
  put('one-rp-old.dump', 40);
  put('one-rp-recent.dump', 20);
  expect(backUp(0).status).toBe(0);
  const names = readdirSync(backups).toSorted();
  expect(names).toEqual([
    expect.stringMatching(/^one-rp-\d{4}-\d\d-\d\dT\d{4}\.dump$/),
    'one-rp-recent.dump',
  ]);
});

test('N12 a dump that cannot be noted in the database is kept', () => {
  expect(backUp(0, 1).status).toBe(0);
  expect(readdirSync(backups)).toHaveLength(1);
});

/** Adds a psql that finds the site's tables from the second question on, and programs that note that they ran. */
function addEmptyDatabase(): () => string[] {
  const ran = join(programs, 'ran');
  writeFileSync(ran, '');
  addProgram(
    'psql',
    `case $* in *to_regclass*) grep -q asked ${ran} && echo t || echo f; echo asked >> ${ran};; esac`,
  );
  addProgram('pg_dump', `${WRITE}\necho dumped >> ${ran}`);
  // a day is too long for the test
  addProgram('sleep', `echo "waited $1" >> ${ran}\n[ "$1" = 86400 ] && kill $PPID`);
  return () => readFileSync(ran, 'utf8').trim().split('\n');
}

test('N12 nothing is dumped before the site has made its tables', () => {
  const ran = addEmptyDatabase();
  runScript({});
  expect(ran()).toEqual(['asked', 'waited 10', 'asked', 'dumped', 'waited 86400']);
  expect(readdirSync(backups)).toHaveLength(1);
});

test('N12 a single dump of a database without tables is refused', () => {
  const ran = addEmptyDatabase();
  expect(runScript({ ONCE: '1' })).toBe(1);
  expect(ran()).toEqual(['asked']);
  expect(readdirSync(backups)).toEqual([]);
});

test('N12 a dump that is asked for leaves the one alone that runs', () => {
  addProgram('psql', 'exit 0');
  addProgram(
    'pg_dump',
    `${WRITE}\n[ "\${INNER:-}" = 1 ] && exit 0\nINNER=1 sh ${SCRIPT} ${backups} && ls ${backups}/*.part`,
  );
  expect(runScript({ ONCE: '1' })).toBe(0);
  expect(readdirSync(backups).filter((name) => !name.endsWith('.dump'))).toEqual([]);
});

test('N12 operators and alarms are told when the last whole dump is older than 30 hours', async () => {
  let aheadMs = 0;
  const app = await createTestApp({ now: () => new Date(Date.now() + aheadMs) });
  const later = async (hours: number) => {
    aheadMs += hours * HOUR_MS;
    const { counts, database } = await siteState(app.deps, { id: 0, role: 'owner' });
    const { body } = await app.get('/metrics');
    expect(body).toContain(`\ndump_late ${counts.dumpLate}\n`);
    return [counts.dumpLate, database.dumpedAt !== null];
  };
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await app.pool.query(statement);
  };
  try {
    // where another program makes the dumps
    expect(await later(100)).toEqual([0, false]);
    aheadMs = 0;
    // no dump was ever whole
    await run(backUp(1).statements);
    expect(await later(29)).toEqual([0, false]);
    await run(backUp(1).statements);
    expect(await later(2)).toEqual([1, false]);
    await run(backUp(0).statements);
    aheadMs = 0;
    expect(await later(29)).toEqual([0, true]);
    expect(await later(2)).toEqual([1, true]);
  } finally {
    await app.close();
  }
});
