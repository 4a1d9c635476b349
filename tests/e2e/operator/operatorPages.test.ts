import type { Page } from '@playwright/test';
import type { PayoutReply } from '#/contract/operator/figures/payouts.ts';
import { OPERATOR_LANGUAGE_COOKIE } from '#/contract/operator/people/operatorPage.ts';
import { sticksOut } from '../../support/tools/sticksOut.ts';
import { expect, PHONE, seriousFaults, test } from '../fixtures.ts';
import { enter } from '../operatorEntrance.ts';

test.use({ locale: 'en-GB' });

/**
 * Waits until a page shows its data, and checks it for accessibility and for its width, at a desk and on a phone. A
 * narrow window stands for the phone, because no page asks for more than the width; `operator.test.ts` has a hand.
 */
async function expectSound(page: Page): Promise<void> {
  const desk = page.viewportSize() ?? PHONE;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  for (const size of [desk, PHONE]) {
    await page.setViewportSize(size);
    const where = `${page.url()} at ${size.width}`;
    expect.soft(await seriousFaults(page), where).toEqual([]);
    expect.soft(await page.evaluate(sticksOut), where).toEqual([]);
  }
  await page.setViewportSize(desk);
}

test('O29 every page of the rail is accessible and fits its screen', async ({ page }) => {
  await enter(page);
  const links = page.locator('nav a[href^="/operator/"]');
  const titles = await links.allTextContents();
  expect(new Set(titles).size).toBeGreaterThan(8);
  for (const [at, title] of titles.entries()) {
    await links.nth(at).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectSound(page);
  }
});

const PAYOUT: PayoutReply = {
  payout: {
    id: 8,
    provider: 'stripe',
    ref: 'po_1SVQkFK2eZvKYlo2CxJ8oQ9d',
    amountCents: 12_345_678,
    currency: 'EUR',
    status: 'inTransit',
    createdAt: '2026-01-15T00:00:00.000Z',
    arrivesAt: '2026-01-17T00:00:00.000Z',
    linesState: 'read',
    lines: 1,
    matchedCents: 0,
    openLines: 1,
    openCents: 12_345_778,
    differenceCents: -100,
    isOpen: true,
  },
  pageUrl: 'https://dashboard.stripe.com/payouts/po_1SVQkFK2eZvKYlo2CxJ8oQ9d',
  accepted: null,
  sums: [{ kind: 'charge', lines: 1, grossCents: 12_345_878, feeCents: 100, netCents: 12_345_778 }],
  open: [],
  lines: [
    {
      id: 1,
      ref: 'txn_1',
      kind: 'charge',
      at: '2026-01-14T12:00:00.000Z',
      order: null,
      orderNumber: null,
      cause: 'ch_3SVQkFK2eZvKYlo21aBcDeFg',
      note: 'a long text of the provider about a payment of another shop: '.repeat(3),
      grossCents: 12_345_878,
      feeCents: 100,
      netCents: 12_345_778,
      expectedCents: null,
      match: 'unmatched',
    },
  ],
  before: 1,
  after: null,
};

test('O25 O29 payouts that need a look, and a payout, are accessible and fit', async ({ page }) => {
  await enter(page);
  await page.goto('/operator/payouts?mark=open');
  await expect(page.getByText('Test system. Not fetched completely yet')).toBeVisible();
  await expectSound(page);
  await page.goto('/operator/payouts/missing');
  await expect(page.getByRole('link', { name: 'In no payout' })).toHaveAttribute('aria-current', 'page');
  await expectSound(page);
  // the test system pays out a week that is over, which this site has none of
  await page.route('**/api/operator/v1/payouts/8', (route) =>
    route.fulfill({ json: { ...PAYOUT, open: PAYOUT.lines } }),
  );
  await page.goto('/operator/payouts/8');
  await expect(page.getByRole('heading', { name: '1 line to look at' })).toBeVisible();
  await expectSound(page);
});

test('O16 O29 every part of a draft is accessible and fits its screen, and its odds overlap nowhere on a phone', async ({
  page,
}) => {
  await enter(page);
  await page.goto('/operator/catalogue');
  await page.getByRole('button', { name: 'Begin a draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Draft \d+$/ })).toBeVisible();
  const odds = page.url();
  await expectSound(page);
  const parts = page.getByRole('navigation', { name: 'Parts of the catalogue' }).getByRole('link');
  const count = await parts.count();
  expect(count).toBe(9);
  for (let at = 1; at < count; at++) {
    await parts.nth(at).click();
    await expect(parts.nth(at)).toHaveAttribute('aria-current', 'page');
    await expectSound(page);
  }
  await page.getByRole('link', { name: 'Review and publish' }).click();
  await expectSound(page);

  // the words of this language are the longest
  await page.context().addCookies([{ name: OPERATOR_LANGUAGE_COOKIE, value: 'ru', url: odds }]);
  await page.setViewportSize(PHONE);
  await page.goto(odds);
  await expect(page.locator('td[data-column=rarity]').first()).toBeVisible();
  const wide = await page
    .locator('main table td')
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
    );
  expect(wide).toEqual([]);
});

test.describe('O18', () => {
  // the answer that ends a preview
  test.use({ allowedErrors: [/409 \(Conflict\) .*\/api\/donate-data/] });
  test('O18 a draft is looked at on the pages of the players, where nothing can be bought', async ({
    page,
    browser,
  }) => {
    await enter(page);
    await page.goto('/operator/catalogue');
    await page.getByRole('button', { name: 'Begin a draft' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Draft \d+$/ })).toBeVisible();
    const servers = page
      .getByRole('navigation', { name: 'Parts of the catalogue' })
      .getByRole('link', { name: 'Servers' });
    await servers.click();
    // until then the part before it is shown, which has names too
    await expect(servers).toHaveAttribute('aria-current', 'page');
    const draftAddress = page.url();
    await page.getByRole('group', { name: 'Name' }).getByLabel('EN').fill('Northgate');
    await page.getByRole('button', { name: 'Preview on the site' }).click();
    const bar = page.getByRole('region', { name: /^Draft No\.\s\d+$/ });
    await expect(bar).toBeVisible();
    await page.goto('/en/donate');
    await expect(bar).toBeVisible();
    await page.getByLabel('Server').click();
    await expect(page.getByRole('option', { name: 'Northgate' })).toBeVisible();
    const refused = await page.request.post('/api/donate/cart', { data: {} });
    expect([refused.status(), (await refused.json()).code]).toEqual([409, 'previewOnly']);
    await page.keyboard.press('Escape');
    const desk = page.viewportSize() ?? PHONE;
    for (const size of [PHONE, desk]) {
      await page.setViewportSize(size);
      await expect(bar.getByRole('button', { name: 'End preview' })).toBeInViewport();
      expect.soft(await seriousFaults(page)).toEqual([]);
    }

    const player = await browser.newContext();
    const other = await player.newPage();
    await other.goto('/en/donate');
    await other.getByLabel('Server').click();
    await expect(other.getByRole('option').first()).toBeVisible();
    await expect(other.getByRole('option', { name: 'Northgate' })).toHaveCount(0);
    await player.close();

    const showsWhatIsInForce = async () => {
      await expect(bar).toHaveCount(0);
      await page.getByLabel('Server').click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expect(page.getByRole('option', { name: 'Northgate' })).toHaveCount(0);
    };
    await bar.getByRole('button', { name: 'End preview' }).click();
    await showsWhatIsInForce();

    // the browser drops the cookie while the page is open: the page does nothing more, and finds out that it ended
    await page.goto(draftAddress);
    await page.getByRole('button', { name: 'Preview on the site' }).click();
    await expect(bar).toBeVisible();
    await page.context().clearCookies({ name: 'preview' });
    await page.getByRole('link', { name: 'Visit the store' }).click();
    await showsWhatIsInForce();

    // a preview that ended elsewhere, here with the operator's session
    await page.goto(draftAddress);
    await page.getByRole('button', { name: 'Preview on the site' }).click();
    await expect(bar).toBeVisible();
    await page.context().clearCookies({ name: 'operator' });
    await page.goto('/en/donate');
    await showsWhatIsInForce();
  });
});
