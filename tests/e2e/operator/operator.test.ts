import { readdirSync, readFileSync } from 'node:fs';
import ru from '../../../locales/ru/operator.json' with { type: 'json' };
import { codeAt } from '../../support/access/authenticator.ts';
import { CHARTS, FIGURES } from '../../support/operator/figures.ts';
import { sticksOut } from '../../support/tools/sticksOut.ts';
import { expect, PHONE, seriousFaults, test } from '../fixtures.ts';
import { accept, CLOCK, enter, PASSWORD } from '../operatorEntrance.ts';

test.use({ locale: 'en-GB' });

test('O1 O29 an owner comes in by a link, invites a colleague, and finds it in the log @phone', async ({
  page,
}) => {
  await accept(page);
  await page.goto('/operator/staff');
  await expect(page.getByRole('row').filter({ hasText: 'Olena (you)' })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Name').fill('Viktor');
  const email = `viktor${Date.now().toString(36)}@example.org`;
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Reason').fill('the new night shift');
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('invited');
  await page.goto('/operator/audit');
  await expect(page.getByText('the new night shift').first()).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  expect(await page.evaluate(sticksOut)).toEqual([]);
});

test('O29 every chart of the dashboard is drawn under the policy of the page', async ({ page }) => {
  await enter(page);
  await page.route('**/api/operator/v1/dashboard?*', (route) => route.fulfill({ json: FIGURES }));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile }) => {
      console.error(`refused by the policy: ${effectiveDirective} ${sourceFile}`);
    });
  });
  const policy = (await page.goto('/operator/'))?.headers()['content-security-policy'];
  expect(policy).toMatch(/style-src 'self'(;|$)/);
  expect(policy).toContain("trusted-types 'none'");
  for (const name of CHARTS)
    await expect(page.getByRole('region', { name, exact: true }).getByRole('application')).toBeVisible();
  // what a page reports to the console fails the test; so do marks without a size
  for (const bar of await page.locator('.recharts-bar-rectangle path').all())
    expect(await bar.getAttribute('d')).toMatch(/^M/);
  await page.getByRole('region', { name: CHARTS[0]! }).getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Went back')).not.toHaveCount(0);
  expect(await seriousFaults(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  // a chart follows the width of its place a moment later
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .getByRole('region')
        .evaluateAll((regions) => regions.filter((one) => one.getBoundingClientRect().right > 390).length),
    )
    .toBe(0);
  for (const name of CHARTS)
    await expect(page.getByRole('region', { name, exact: true }).getByRole('application')).toBeVisible();
  for (const bar of await page.locator('.recharts-bar-rectangle path').all())
    expect(await bar.getAttribute('d')).toMatch(/^M/);
  expect(await seriousFaults(page)).toEqual([]);
});

test('O29 with the keyboard alone: sign in, come back to the same address, in another language', async ({
  page,
  context,
}) => {
  const { email, secret } = await accept(page);
  // leaves the page first, which else asks once more
  await page.goto('/healthz');
  await context.clearCookies({ name: /operator/ });
  await page.goto('/operator/staff');
  await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(codeAt(CLOCK, secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible();
  await page.getByRole('button', { name: 'Account: Olena' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Русский' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: ru.staff.title })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
});

test('O29 no file of the players’ pages carries a word of the operators’ program', () => {
  const folder = 'dist/client/assets';
  const words = [ru.staff.lead, ru.audit.lead, ru.proof.text, '/api/operator/'];
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  const carrying = scripts.filter((name) => {
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    return words.some((word) => text.includes(word));
  });
  expect(carrying).toEqual([]);
});
