import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Cookie, Page } from '@playwright/test';
import { codeAt } from '../support/access/authenticator.ts';
import { bundlePrograms } from '../support/app/programs.ts';
import { expect } from './fixtures.ts';
import { dataDir } from './siteData.ts';

export const PASSWORD = 'quiet-harbour-19';
export const CLOCK = { now: () => new Date() };
const COMMAND = 'src/server/operator/staffCommand.ts';
/** Time for which an authenticator shows a code. */
const STEP_MS = 30_000;
let made = 0;

/** Makes an owner's link by the command of the shell. @returns what stands behind the # */
async function invite(email: string): Promise<string> {
  const programs = await bundlePrograms(COMMAND);
  const args = [programs.pathOf(COMMAND), 'invite', email, '--role', 'owner', '--name', 'Olena'];
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return /#[\w-]{43}/.exec(stdout)?.[0] ?? '';
  } finally {
    programs.remove();
  }
}

/** Accepts an owner's invitation and comes to the pages. */
export async function accept(page: Page): Promise<{ email: string; secret: string }> {
  const email = `operator${process.pid}x${Date.now().toString(36)}${made++}@example.org`;
  await page.goto(`/operator/invitation${await invite(email)}`);
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  // the step before: the code of this one is left for signing in again; it must still be valid when it arrives
  await expect.poll(() => Date.now() % STEP_MS).toBeLessThan(STEP_MS / 2);
  await page.getByLabel('Code from the authenticator').fill(codeAt(CLOCK, secret, -30));
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  return { email, secret };
}

/** Cookies of an owner who is signed in. */
let ownerCookies: Cookie[] = [];

/** Comes to the pages as an owner. Tests that only look at pages share one, because an invitation takes seconds. */
export async function enter(page: Page): Promise<void> {
  const context = page.context();
  if (ownerCookies.length === 0) {
    await accept(page);
    ownerCookies = await context.cookies();
    return;
  }
  await context.addCookies(ownerCookies);
  await page.goto('/operator/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}
