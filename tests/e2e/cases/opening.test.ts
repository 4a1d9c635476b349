import type { OpenCaseReply } from '#/contract/cases.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import {
  expectOneOpened,
  OPEN_CALL,
  openAndHear,
  openButton,
  ownCase,
  PHASES,
  phases,
  result,
  spinning,
  visitCase,
} from '../caseVisit.ts';
import { expect, seriousFaults, test } from '../fixtures.ts';
import { signInAsDemo, stockOf } from '../player.ts';

// all of them open cases of one player and count what is left
test.describe.configure({ mode: 'serial' });

test(
  'R1 R5 C6 a click spins through the phases and ends with the prize, which is kept',
  { tag: '@phone' },
  async ({ page }, info) => {
    const visit = await visitCase(page, info, { pace: 'full', isWholeDesk: true });
    await expect(page.getByText(`${visit.pieces} шт`)).toBeVisible();
    const heard = openAndHear(page);
    await expect(spinning(page)).toBeVisible();
    await expect(openButton(page)).toHaveAttribute('aria-busy', 'true');
    // the number of pieces does not change during the spin, or it would tell the outcome; on a busy machine the spin may
    // be over before this looks
    await heard;
    const isMoving = 'body:has([data-phase]:not([data-phase="final"], [data-phase="finished"]))';
    const text = await page.evaluate((css) => document.querySelector(css)?.textContent, isMoving);
    if (text !== undefined) expect(text).toContain(`${visit.pieces} шт`);
    await expect(result(page)).toBeVisible();
    // a busy machine may show two phases as one; their order never changes
    const seen = await phases(page);
    expect(seen).toEqual(PHASES.filter((phase) => seen.includes(phase)));
    expect(seen.at(-1)).toBe('finished');
    const reply = await heard;
    const prize = reply.coupons[0]?.name ?? 'no prize';
    await expect(page.locator('[data-winner]')).toHaveAttribute('data-winner', String(reply.caseItemId));
    await expect(result(page)).toContainText('Тебе выпало');
    await expect(result(page)).toContainText(prize);
    await expect(page.getByRole('status').filter({ hasText: `Тебе выпало: ${prize}` })).toBeAttached();
    await expect(result(page).getByRole('button', { name: 'Забрать' })).toBeFocused();
    await expectOneOpened(visit, reply);

    await page.keyboard.press('Enter');
    await expect(result(page)).toBeHidden();
    await expect(openButton(page)).toBeFocused();
    await expect(page.getByText(`${visit.pieces - 1} шт`)).toBeVisible();
  },
);

for (const way of ['button', 'Escape', 'Space', 'wheel'] as const)
  test(
    `R3 a spin is skipped by ${way}; the prize is the one that was drawn`,
    { tag: way === 'wheel' ? '@phone' : [] },
    async ({ page }, info) => {
      const visit = await visitCase(page, info, { pace: 'full' });
      // the strip turns as long as the answer takes, so a busy machine does not miss the spin that it is to skip
      let answer = () => {};
      const isSkipped = new Promise<void>((resolve) => (answer = resolve));
      await page.route(OPEN_CALL, async (route) => {
        const response = await route.fetch();
        await isSkipped;
        await route.fulfill({ response });
      });
      const heard = openAndHear(page);
      const skip = page.getByRole('button', { name: 'Пропустить' });
      await expect(skip).toBeVisible();
      if (way === 'button') await skip.press('Enter');
      // a click of the mouse would wait until the page stands still, which a busy machine reaches after the spin
      else if (way === 'wheel') await page.locator('[data-phase]').dispatchEvent('click');
      else await page.keyboard.press(way);
      answer();
      const reply = await heard;
      await expect(result(page)).toContainText(reply.coupons[0]?.name ?? 'no prize');
      await expectOneOpened(visit, reply);
    },
  );

test('R3 quick openings are remembered and take another pace', async ({ page }, info) => {
  const visit = await visitCase(page, info, { pace: 'full' });
  await page.getByRole('switch', { name: 'Быстрое открытие' }).click();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Быстрое открытие' })).toBeChecked();
  const reply = await openAndHear(page);
  await expect(result(page)).toContainText(reply.coupons[0]?.name ?? 'no prize');
  await expectOneOpened(visit, reply);
});

test('R5 the won coupon lies in the donate inventory', async ({ page }, info) => {
  const visit = await visitCase(page, info);
  const reply = await openAndHear(page);
  await expect(result(page)).toBeVisible();
  // the first Escape may still count as one of the spin
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(result(page)).toBeHidden({ timeout: 1000 });
  }).toPass();
  await page.getByRole('tab', { name: 'Инвентарь', exact: true }).click();
  await expect(page).toHaveURL(/\/cabinet#inventory$/);
  await page.getByRole('tab', { name: 'Донат-инвентарь' }).click();
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: reply.coupons[0]?.name ?? '' })
      .first(),
  ).toBeVisible();
  await expectOneOpened(visit, reply);
});

test('R5 "open another" goes on at once', async ({ page }, info) => {
  const visit = await visitCase(page, info, { pace: 'quick' });
  await openButton(page).click();
  await expect(result(page)).toBeVisible();
  const answered = page.waitForResponse(OPEN_CALL);
  await result(page).getByRole('button', { name: 'Открыть ещё' }).click();
  const reply = (await (await answered).json()) as OpenCaseReply;
  await expect(result(page)).toContainText(reply.coupons[0]?.name ?? 'no prize');
  expect(await visit.stock.pieces(visit.caseId)).toBe(visit.pieces - 2);
});

test(
  'R5 the page of a case and its result have no serious faults of accessibility',
  { tag: '@phone' },
  async ({ page }, info) => {
    await visitCase(page, info);
    expect(await seriousFaults(page)).toEqual([]);
    await openButton(page).click();
    await expect(result(page)).toBeVisible();
    await expect(result(page)).toHaveCSS('opacity', '1');
    expect(await seriousFaults(page)).toEqual([]);
  },
);

test('R1 a double click opens one case', async ({ page }, info) => {
  const visit = await visitCase(page, info, { pace: 'quick' });
  await openButton(page).dblclick();
  await expect(result(page)).toBeVisible();
  expect(visit.sent).toHaveLength(1);
  expect(await visit.stock.pieces(visit.caseId)).toBe(visit.pieces - 1);
});

test(
  'R7 a reload in the middle of a spin loses nothing and opens nothing twice',
  { tag: '@phone' },
  async ({ page }, info) => {
    const visit = await visitCase(page, info, { pace: 'full' });
    const reply = await openAndHear(page);
    await expect(spinning(page)).toBeVisible();
    await page.reload();
    await expect(page.getByText(`${visit.pieces - 1} шт`)).toBeVisible();
    await expect(openButton(page)).toBeEnabled();
    expect(visit.sent).toHaveLength(1);
    // the page itself shows the ending
    await page.getByRole('button', { name: 'Показать', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(reply.coupons[0]?.name ?? 'no prize');
    await expect(page.getByRole('button', { name: 'Забрать всё' })).toBeFocused();
    await expectOneOpened(visit, reply);
  },
);

test('C1 a tab leaves the case in the middle of a spin, and the inventory knows the prize', async ({
  page,
}, info) => {
  const visit = await visitCase(page, info, { pace: 'full' });
  // drawn and stored, but the wheel waits for the answer, however slow the machine is
  let answer = () => {};
  const isLeft = new Promise<void>((resolve) => (answer = resolve));
  const drawn = new Promise<OpenCaseReply>((resolve, reject) => {
    page
      .route(OPEN_CALL, async (route) => {
        const response = await route.fetch();
        resolve((await response.json()) as OpenCaseReply);
        await isLeft;
        await route.fulfill({ response });
      })
      .catch(reject);
  });
  await openButton(page).click();
  const reply = await drawn;
  await expect(spinning(page)).toBeVisible();
  await page.getByRole('tab', { name: 'Инвентарь', exact: true }).click();
  await expect(page).toHaveURL(/\/cabinet#inventory$/);
  answer();
  await page.getByRole('tab', { name: 'Донат-инвентарь' }).click();
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: reply.coupons[0]?.name ?? '' })
      .first(),
  ).toBeVisible();
  await expectOneOpened(visit, reply);
});

test.describe('R4 what goes wrong', () => {
  test.use({ allowedErrors: [/ERR_FAILED|status of 409/] });

  test('R4 a lost connection shows no prize, takes nothing, and the button works again', async ({
    page,
  }, info) => {
    const visit = await visitCase(page, info, { pace: 'quick' });
    await page.route(OPEN_CALL, (route) => route.abort());
    await openButton(page).click();
    await expect(page.getByRole('alert')).toContainText('ничего не списано');
    // the strip turned and came to rest; a busy machine shows fewer phases
    await expect.poll(async () => (await phases(page)).at(-1)).toBe('initial');
    expect((await phases(page)).some((phase) => PHASES.slice(1, -1).includes(phase))).toBe(true);
    await expect(result(page)).toBeHidden();
    await expect(page.getByText(`${visit.pieces} шт`)).toBeVisible();
    expect(await visit.stock.pieces(visit.caseId)).toBe(visit.pieces);

    await page.unroute(OPEN_CALL);
    const reply = await openAndHear(page);
    await expect(result(page)).toBeVisible();
    const keys = visit.sent.map((request) => request.headers()[IDEMPOTENCY_HEADER]);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    await expectOneOpened(visit, reply);
  });

  test('R4 an answer lost after the server has done it is the same prize at the second try', async ({
    page,
  }, info) => {
    const visit = await visitCase(page, info);
    let lost: OpenCaseReply | undefined;
    await page.route(OPEN_CALL, async (route) => {
      if (lost) return route.continue();
      const answer = await route.fetch();
      lost = (await answer.json()) as OpenCaseReply;
      await route.abort();
    });
    const reply = await openAndHear(page);
    expect(reply).toEqual(lost);
    await expect(result(page)).toContainText(reply.coupons[0]?.name ?? 'no prize');
    expect(visit.sent).toHaveLength(2);
    await expectOneOpened(visit, reply);
  });

  test('R4 the last case opened in another tab has a sentence', async ({ page }, info) => {
    const visit = await visitCase(page, info, { prefix: '/en' });
    for (let left = visit.pieces; left > 0; left -= 1) await visit.stock.openElsewhere(visit.caseId);
    await openButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Nothing was taken');
    await expect(page.getByText('0 pcs')).toBeVisible();
    await expect(openButton(page)).toBeDisabled();
    await expect(result(page)).toBeHidden();
  });
});

test('R6 with reduced motion the prize is revealed without a spin', async ({ page }, info) => {
  const visit = await visitCase(page, info, { prefix: '/uk', pace: 'still' });
  const reply = await openAndHear(page);
  await expect(result(page)).toContainText('Тобі випало');
  await expectOneOpened(visit, reply);
});

test('R7 without WebGL and canvas the case opens all the same', async ({ page }, info) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  const visit = await visitCase(page, info, { pace: 'quick' });
  const reply = await openAndHear(page);
  await expect(result(page)).toBeVisible();
  await expectOneOpened(visit, reply);
});

test.describe('R7 without the code of the roulette', () => {
  test.use({ allowedErrors: [/ERR_FAILED|dynamically imported module/] });

  test('R7 a roulette that does not arrive shows the prize without it', async ({ page }, info) => {
    await page.route(/\/assets\/Roulette-.*\.js$/, (route) => route.abort());
    await signInAsDemo(page);
    await page.goto(`/cabinet/case/${await ownCase(stockOf(page), info)}`);
    await openButton(page).click();
    await expect(result(page)).toContainText('Тебе выпало');
  });
});

test.describe('RT11', () => {
  test.use({ allowedErrors: [/status of 404/] });

  test('RT11 an unknown case is told in words with a way back', async ({ page }) => {
    await signInAsDemo(page);
    for (const id of ['999999', 'none']) {
      await page.goto(`/cabinet/case/${id}`);
      await expect(page.getByText('Такого кейса нет')).toBeVisible();
    }
    await page.getByRole('link', { name: 'Открыть инвентарь' }).click();
    await expect(page).toHaveURL(/\/cabinet#inventory$/);
  });
});
