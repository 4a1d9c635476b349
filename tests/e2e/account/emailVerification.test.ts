import { solveCaptcha } from '../../support/services/solveCaptcha.ts';
import { expect, input, seriousFaults, test } from '../fixtures.ts';
import { CONFIRMATION_LINK, inMailTo, TAKE_BACK_LINK } from '../mails.ts';
import { signUp } from '../player.ts';

test('RT1 C2 the mailed link confirms the address in the language of the sign-up, and the warning goes', async ({
  page,
  request,
}) => {
  const { email } = await signUp(page, '/uk');
  const warning = page.getByRole('complementary', { name: 'E-mail не підтверджено' });
  await expect(warning).toBeVisible();
  const link = await inMailTo(request, email, CONFIRMATION_LINK);
  expect(link).toMatch(/^\/uk\/email-verification\?token=/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'E-mail підтверджено' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  expect(await seriousFaults(page)).toEqual([]);
  await page.goto('/uk/cabinet');
  await expect(page.getByRole('tab').first()).toBeVisible();
  await expect(page.getByText('•••••@example.org')).toBeVisible();
  await expect(warning).toBeHidden();
});

test.describe('SE2 the link without a session', () => {
  // the question is a 409
  test.use({ allowedErrors: [/409/] });

  test('RT1 it says what it does and waits for a press', async ({ page, browser, request }) => {
    const { email } = await signUp(page);
    const link = await inMailTo(request, email, CONFIRMATION_LINK);
    // nothing of the page is under way when its session goes
    await page.goto('about:blank');
    await page.context().clearCookies();
    const bodies: unknown[] = [];
    await page.route('**/api/v1/auth/email/verify', (route) => {
      bodies.push(Object.keys(route.request().postDataJSON() as object));
      return route.continue();
    });
    await page.goto(link);
    const title = { level: 1, name: 'Это твой аккаунт?' };
    await expect(page.getByRole('heading', title)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Подтвердить e-mail' })).toBeFocused();
    await expect(page.getByText(`${email[0]}•••@example.org`)).toBeVisible();
    expect(bodies).toEqual([['token']]);
    expect(await seriousFaults(page)).toEqual([]);
    // a scanner that runs scripts does as much as this page, and nothing is confirmed
    const other = await browser.newPage();
    await other.goto(link);
    await expect(other.getByRole('heading', title)).toBeVisible();
    await other.close();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'E-mail подтверждён' })).toBeVisible();
    expect(bodies).toEqual([['token'], ['token', 'confirmed']]);
  });

  test('"this wasn’t me" ends the session of this browser and leads to the recovery', async ({
    page,
    request,
  }) => {
    const { email, login, password } = await signUp(page);
    await page.goto('/cabinet');
    await expect(page.getByRole('tab').first()).toBeVisible();
    // another person signs in with the password
    const challenge = (await (await request.get('/api/v1/captcha/challenge?action=signIn')).json()) as object;
    const data = { server: 'everest', login, password, captcha: await solveCaptcha(challenge) };
    expect((await request.post('/api/v1/auth/login', { data })).ok()).toBe(true);
    await page.goto(await inMailTo(request, email, TAKE_BACK_LINK));
    await expect(page.getByRole('heading', { level: 1, name: 'Защитить аккаунт?' })).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Это не я: защитить' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Вход завершён везде' })).toBeVisible();
    await page.getByRole('link', { name: 'Задать новый пароль' }).click();
    await expect(page).toHaveURL(/\/auth\?recover$/);
    await expect(input(page, 'email')).toBeVisible();
  });
});

test('C2 the mail goes out again, then the button is locked for an hour, also after a reload', async ({
  page,
}) => {
  await page.clock.install();
  await signUp(page);
  const send = page.getByRole('button', { name: 'Отправить письмо ещё раз' });
  const wait = page.getByText(/Следующее письмо можно запросить через (\d+ минут|1 час)/);
  // the mail of the sign-up counts: the first minutes are over before another is sent
  await expect(wait).toBeVisible();
  await expect(send).toBeHidden();
  const counter = () => page.evaluate(() => localStorage.getItem('counter'));
  expect(await counter()).toBe('60');
  await page.clock.runFor(61_000);
  expect(await counter()).toBe('59');
  await page.reload();
  await expect(wait).toBeVisible();
});
