import { expect, test } from '../fixtures.ts';

test('RT16 a page keeps the title of its document once its code and its data are there', async ({
  page,
  allowedErrors,
}) => {
  allowedErrors.push(/404/);
  for (const [path, title, heading] of [
    ['/donate', 'Магазин: One Coins, Premium и кейсы — ONE RP', /./],
    ['/en/donate', 'Store: One Coins, Premium and cases — ONE RP', /./],
    ['/donate/case/2', 'Кейс «Портовая смена» — ONE RP', 'Портовая смена'],
    ['/en/donate/case/2', 'Case “Dockside Shift” — ONE RP', 'Dockside Shift'],
    ['/uk/donate/case/999999', 'Такого кейса немає — ONE RP', 'Такого кейса немає'],
    ['/prize/AAAAAAAAAAAAAAAA', 'Страницы больше нет — ONE RP', 'Страницы больше нет'],
  ] as const) {
    const document = await page.goto(path);
    expect(await document?.text()).toContain(`<title>${title}</title>`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(title);
    if (path !== '/en/donate') continue;
    // the tab of the store is in front of its short title
    await page.getByRole('tab').nth(1).click();
    await expect(page).toHaveTitle(/^\S.* — Store — ONE RP$/);
  }
});
