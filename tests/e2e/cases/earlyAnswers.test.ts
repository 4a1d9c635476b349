import { expect, test } from '../fixtures.ts';
import { signInAsDemo } from '../player.ts';

const CALLS = ['/api/v1/cases/user/1', '/api/v1/user', '/api/v1/fair/current'];

test('N17 the page of a case asks for its data before its code has come, and once', async ({ page }) => {
  await signInAsDemo(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  let sendCode = () => {};
  const mayComeNow = new Promise<void>((resolve) => (sendCode = resolve));
  await page.route('**/assets/CabinetPage-*.js', async (route) => {
    await mayComeNow;
    await route.continue();
  });
  const shown = page.goto('/cabinet/case/1');
  await expect.poll(() => CALLS.filter((path) => asked.includes(path))).toEqual(CALLS);
  sendCode();
  await shown;
  await expect(page.getByRole('button', { name: /^Открыть/ }).first()).toBeEnabled();
  expect(asked.filter((path) => CALLS.includes(path)).toSorted()).toEqual(CALLS.toSorted());
});
