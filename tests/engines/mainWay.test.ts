import { writeFile } from 'node:fs/promises';
import { expect, test as base } from '@playwright/test';
import tuning from '#/client/platform/theme/tuning.json' with { type: 'json' };
import { sticksOut } from '../support/tools/sticksOut.ts';
import { engines } from './engines.ts';
import { signIn } from './signIn.ts';
import { KEYS, Visitor } from './visitor.ts';

const test = base.extend<object, { visitor: Visitor }>({
  visitor: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use, { project }) => {
      const engine = engines.find(({ name }) => name === project.name);
      if (!engine) throw new Error(`${project.name} is not on this machine`);
      const session = await engine.start({ hasMotion: false });
      await use(new Visitor(session, String(project.use.baseURL)));
      await session.close();
    },
    { scope: 'worker' },
  ],
});

// what a failed test saw last
test.afterEach(async ({ visitor }, info) => {
  if (info.status !== info.expectedStatus)
    await writeFile(info.outputPath('page.png'), await visitor.session.picture());
});

/** Opens the menu of a narrow page; a wide one shows its links in the header. */
async function openMenu(visitor: Visitor, isNarrow: boolean): Promise<string> {
  if (!isNarrow) return 'header';
  await visitor.click('header button[aria-haspopup=dialog]');
  return '[role=dialog]';
}

async function buyCoins(visitor: Visitor): Promise<void> {
  await visitor.goTo('/en/donate');
  await visitor.sees('h1');
  await visitor.click('main button[type=submit]');
  await visitor.isAt(/\/verification-payment$/);
  await visitor.click('[role=checkbox]');
  await visitor.click('aside form button[type=submit]');
  await visitor.isAt(/^\/sandbox\/pay\//);
  await visitor.click('button[value=pay]');
  await visitor.isAt(/\/donate\/success\?order=/);
  await visitor.sees('h1', 'Payment successful');
}

async function openCase(visitor: Visitor): Promise<void> {
  await visitor.goTo('/en/cabinet#inventory');
  await visitor.click('main li a[href*="/cabinet/case/"]');
  await visitor.isAt(/\/cabinet\/case\/\d+$/);
  await visitor.sees('[data-phase=initial]');
  await visitor.click('button[data-size=large]');
  await visitor.sees('[role=dialog]', 'You found');
  const [hasWebgl, drawnBy, phase] = await visitor.session.run(() => {
    const reel = document.querySelector<HTMLElement>('[data-phase]');
    const context = document.createElement('canvas').getContext('webgl2');
    return [context !== null, reel?.dataset['renderer'], reel?.dataset['phase']] as const;
  });
  expect(phase).toBe('finished');
  expect(drawnBy).toBe(hasWebgl ? 'webgl' : 'canvas');
  await visitor.isOn('Collect');
  // a key in the first moment of the result was meant for the spin
  const shownMs = await visitor.session.run(() => performance.now());
  await expect
    .poll(() => visitor.session.run(() => performance.now()))
    .toBeGreaterThan(shownMs + tuning.dom.secondLookMs);
  await visitor.press(KEYS.enter);
  await visitor.misses('[role=dialog]');
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`N15 the main way at ${width}: landing, language, sign-in, purchase, opening`, async ({ visitor }) => {
    const { session } = visitor;
    const isNarrow = width < 1170;
    await session.resize(width, height);

    await test.step('the landing page fits and changes its language', async () => {
      await visitor.goTo('/');
      await visitor.sees('h1', 'не спит');
      expect(await session.run(sticksOut)).toEqual([]);
      // its document carries its rules, so none of these sheets is fetched (N19)
      const sheets = await session.run(() => {
        const fetched = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
        const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')];
        return { disabled: links.length, fetched: links.filter(({ href }) => fetched.has(href)).length };
      });
      expect(sheets.disabled).toBeGreaterThan(3);
      expect(sheets.fetched).toBe(0);
      await visitor.click(`${await openMenu(visitor, isNarrow)} a[hreflang=en]`);
      await visitor.isAt(/^\/en$/);
      await visitor.sees('h1', 'awake');
      await visitor.isTakenOver();
    });
    await test.step('the language stays on the way to the sign-in', async () => {
      await visitor.click(`${await openMenu(visitor, isNarrow)} a[href="/en/auth"]`);
      await visitor.isAt(/^\/en\/auth$/);
      await signIn(visitor);
    });
    await test.step('coins are bought', () => buyCoins(visitor));
    await test.step('a case is opened until its prize is shown', () => openCase(visitor));
    await test.step('another language keeps the place', async () => {
      await visitor.click(`${await openMenu(visitor, isNarrow)} a[hreflang=uk]`);
      await visitor.isAt(/^\/uk\/cabinet\/case\/\d+$/);
      await visitor.isTakenOver();
      expect(await session.run(() => document.documentElement.lang)).toBe('uk');
    });
    await test.step('signing out leads to the landing page', async () => {
      await visitor.click(`${await openMenu(visitor, isNarrow)} button`, 'Вийти');
      await visitor.isAt(/^\/uk$/);
    });
    await test.step('the back button shows nothing of the account (L4)', async () => {
      await session.run(() => history.back());
      await visitor.isAt(/^\/uk\/auth$/);
    });
    expect(session.faults()).toEqual([]);
  });
