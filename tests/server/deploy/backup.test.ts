import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

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

/** Runs `backup.sh` once, with a pg_dump that writes something and ends with a code. @returns the code of the script */
function backUp(code: number): number | null {
  const dump = `#!/bin/sh\nfor word; do case $word in --file=*) echo rows > "\${word#--file=}";; esac; done\nexit ${code}\n`;
  writeFileSync(join(programs, 'pg_dump'), dump, { mode: 0o755 });
  const env = { PATH: [programs, process.env['PATH']].join(delimiter), ONCE: '1' };
  return spawnSync('sh', [join(projectRoot, 'deploy/backup.sh'), backups], { env }).status;
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
  expect(backUp(1)).toBe(1);
  expect(readdirSync(backups)).toEqual(['one-rp-old.dump']);
});

test('N12 a dump takes the place of those that are older than 30 days', () => {
  put('one-rp-old.dump', 40);
  put('one-rp-recent.dump', 20);
  expect(backUp(0)).toBe(0);
  const names = readdirSync(backups).toSorted();
  expect(names).toEqual([
    expect.stringMatching(/^one-rp-\d{4}-\d\d-\d\dT\d{4}\.dump$/),
    'one-rp-recent.dump',
  ]);
});
