import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { codeAt } from '../../support/access/authenticator.ts';
import { OPERATOR_PASSWORD, OperatorBrowser } from '../../support/desks/operators.ts';
import { bundlePrograms } from '../../support/app/programs.ts';
import { APP_SECRET, createTestApp, type TestApp } from '../../support/app/testApp.ts';

const COMMAND = 'src/server/operator/staffCommand.ts';
const OWNER = 'owner@example.org';

let site: TestApp;
let programs: Awaited<ReturnType<typeof bundlePrograms<typeof COMMAND>>>;
beforeAll(async () => {
  [site, programs] = await Promise.all([createTestApp({ now: () => new Date() }), bundlePrograms(COMMAND)]);
});
afterAll(async () => {
  programs.remove();
  await site.close();
});

/** Runs the command. @returns what it prints, or says when it fails */
async function shell(...words: string[]): Promise<string> {
  return shellWith({ DATABASE_URL: site.databaseUrl, APP_SECRET }, ...words);
}

async function shellWith(settings: Record<string, string>, ...words: string[]): Promise<string> {
  const env = { ...process.env, ...settings };
  const run = promisify(execFile)(process.execPath, [programs.pathOf(COMMAND), ...words], { env });
  return run.then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }: { stderr: string }) => stderr.trim(),
  );
}

/** Opens a link and sets password and second factor. */
async function open(link: string): Promise<OperatorBrowser> {
  const browser = new OperatorBrowser(site);
  const token = link.split('#')[1];
  const { secret } = (await browser.call(operatorCalls.invitation, { body: { token } })).json();
  const body = { token, password: OPERATOR_PASSWORD, code: codeAt(site.deps, secret) };
  const answer = await browser.call(operatorCalls.acceptInvitation, { body });
  expect(answer.statusCode, answer.body).toBe(200);
  return browser;
}

test('O1 O3 the shell invites the first owner, and disables and resets the last one', async () => {
  expect(await shell('list')).toBe('No operators.');
  expect(await shell('invite', OWNER, '--role', 'king')).toContain('--role takes owner');
  const link = await shell('invite', OWNER, '--role', 'owner', '--name', 'Olena');
  expect(link).toMatch(/^http:\/\/.+\/operator\/invitation#[A-Za-z0-9_-]{43}$/);
  expect(await shell('invite', OWNER, '--role', 'owner')).toContain('is an operator already');
  const browser = await open(link);
  expect((await browser.load()).operator).toMatchObject({ name: 'Olena', role: 'owner' });
  expect(await shell('list')).toMatch(/^owner@example.org · Olena · owner · active · last seen /);
  expect(await shell('disable', OWNER)).toBe(`${OWNER} is disabled.`);
  expect((await browser.load()).operator).toBeNull();
  const back = await open(await shell('reset', OWNER));
  expect((await back.load()).operator).not.toBeNull();
  const { rows } = await site.pool.query<{ event: string }>(
    `SELECT event FROM audit WHERE actor = 'operator' AND detail ? 'operator' ORDER BY id`,
  );
  expect(rows.map(({ event }) => event)).toEqual(['operatorInvited', 'changeStaff', 'operatorReset']);
});

describe('N5 a command whose settings are not those of the site', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'one-rp-command-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('makes no database of its own', async () => {
    const said = await shellWith({ DATABASE_URL: '', DATA_DIR: dataDir }, 'list');
    expect(said).toContain(`There is no database in ${dataDir}`);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('makes no secret of its own', async () => {
    const settings = { DATABASE_URL: site.databaseUrl, APP_SECRET: '', DATA_DIR: dataDir };
    expect(await shellWith(settings, 'list')).toContain('set its APP_SECRET, too');
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
