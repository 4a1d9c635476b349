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

/**
 * Runs `backup.sh` once, with a pg_dump that writes something and ends with a code, and a psql that ends with another.
 * @param isEmpty what psql says of the database
 * @returns the code of the script, and the statements that psql was given
 */
function backUp(code: number, psqlCode = 0, isEmpty = false) {
  const said = join(programs, 'said.sql');
  addProgram(
    'pg_dump',
    `for word; do case $word in --file=*) echo rows > "\${word#--file=}";; esac; done\nexit ${code}`,
  );
  addProgram(
    'psql',
    `for word; do case $word in --command=*) echo "\${word#--command=}" >> ${said};; esac; done\necho ${isEmpty ? 't' : 'f'}\nexit ${psqlCode}`,
  );
  const env = { PATH: [programs, process.env['PATH']].join(delimiter), ONCE: '1' };
  const { status } = spawnSync('sh', [join(projectRoot, 'deploy/backup.sh'), backups], { env });
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
  put('one-rp-killed.dump.once', 1);
  expect(backUp(1).status).toBe(1);
  expect(readdirSync(backups)).toEqual(['one-rp-old.dump']);
});

test('N12 a dump by hand leaves alone the daily one that is under way', () => {
  put('one-rp-daily.dump.part', 0);
  expect(backUp(0).status).toBe(0);
  expect(readdirSync(backups)).toContain('one-rp-daily.dump.part');
});

test('N12 before the site has made its tables nothing is dumped', () => {
  expect(backUp(0, 0, true).status).toBe(1);
  expect(readdirSync(backups)).toEqual([]);
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
