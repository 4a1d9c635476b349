import { type ConsoleMessage, expect, type Page, test as base, type WebError } from '@playwright/test';
import { axeFaults } from '../support/tools/axe.ts';
import { contrastsOnPictures, type Measured } from '../support/tools/contrastsOnPictures.ts';
import { drawAgain } from '../support/tools/drawNothing.ts';
import { Visitors } from './visitor.ts';

interface WorkerFixtures {
  /** Contexts that outlive their test. */
  visitors: Visitors;
}

interface Fixtures {
  /** Errors that the console may show in this test; any other fails it. */
  allowedErrors: RegExp[];
  /** Whether the browser draws the page. False saves time; a page that is not drawn reports no paint. */
  isDrawn: boolean;
  watchedConsole: void;
}

/**
 * Makes `goto` and `reload` wait until React has taken over: a page that the server has rendered is seen before it
 * answers.
 */
function awaitHydration(page: Page): void {
  const isTakenOver = async () => {
    await page.locator('#page-data').waitFor({ state: 'detached' });
    // islands are hydrated later
    await page.locator('[data-island=static]').first().waitFor({ state: 'detached' });
  };
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...place) => {
    const answer = await goto(...place);
    await isTakenOver();
    return answer;
  };
  page.reload = async (...options) => {
    const answer = await reload(...options);
    await isTakenOver();
    return answer;
  };
}

/** A test of the site that fails on an error in the console, an exception, or a violated content policy. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  allowedErrors: [[], { option: true }],
  isDrawn: [false, { option: true }],
  visitors: [({ browser }, use) => use(new Visitors(browser)), { scope: 'worker' }],
  context: async ({ visitors, locale, reducedMotion, viewport, isDrawn }, use, info) => {
    const options = {
      locale,
      reducedMotion,
      viewport,
      // the second try is filmed
      isDrawn: isDrawn || info.retry > 0,
    };
    const { context } = await visitors.lend(options, awaitHydration);
    await use(context);
    // a failed test is the last of its worker, and the report shows its page
    if (info.status === info.expectedStatus) await visitors.takeBack();
  },
  page: async ({ context }, use) => {
    const [page] = context.pages();
    if (page) await use(page);
  },
  watchedConsole: [
    async ({ context, allowedErrors }, use) => {
      const faults: string[] = [];
      const hear = (message: ConsoleMessage) => {
        const text = `${message.text()} ${message.location().url}`;
        if (message.type() === 'error' && !allowedErrors.some((allowed) => allowed.test(text)))
          faults.push(text);
      };
      const note = (thrown: WebError) => faults.push(thrown.error().message);
      // of every page, also of one that the test opens; the next test gets the same context
      context.on('console', hear).on('weberror', note);
      await use();
      context.off('console', hear).off('weberror', note);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Serious and critical faults of accessibility on the page as it stands. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // axe does not look at the contrast of what is transparent
  await page.evaluate(drawAgain);
  // the rule is experimental, and so off by default
  const faults = await axeFaults(page, { rules: { 'label-content-name-mismatch': { enabled: true } } });
  return faults
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** A telephone, where only its width counts. */
export const PHONE = { width: 390, height: 844 };

/** Expects no serious fault of accessibility in the test's own window, nor in one as narrow as a phone. */
export async function expectAccessible(page: Page): Promise<void> {
  const desk = page.viewportSize() ?? PHONE;
  for (const size of [PHONE, desk]) {
    await page.setViewportSize(size);
    expect(await seriousFaults(page), `${page.url()} at ${size.width}`).toEqual([]);
  }
}

/**
 * Waits until a drawn page stands still, and expects enough contrast of every text on a picture or a glow.
 * @param part selector of the part of the page that counts
 * @param least number of such texts once the pictures are there
 */
export async function expectReadable(page: Page, part: string, least: number): Promise<void> {
  const where = `${page.url()} at ${page.viewportSize()?.width}`;
  let texts: Measured[] = [];
  const count = async () => (texts = await contrastsOnPictures(page, part)).length;
  await expect.poll(count, { message: where }).toBeGreaterThanOrEqual(least);
  expect(
    texts.filter(({ contrast, needed }) => contrast < needed),
    where,
  ).toEqual([]);
}

export interface NewPlayer {
  login: string;
  email: string;
  password: string;
}

let made = 0;

/** Creates values that nobody has signed up with yet. */
export function newPlayer(): NewPlayer {
  const name = `night${process.pid}x${Date.now().toString(36)}${made++}`;
  return { login: name, email: `${name}@example.org`, password: 'sodium-lamp-47' };
}

/** Chooses the first server of the form's selector. */
export async function chooseServer(page: Page): Promise<void> {
  await page.getByRole('combobox').click();
  await page.getByRole('option').first().click();
}

export async function fillSignUp(page: Page, { login, email, password }: NewPlayer): Promise<void> {
  await chooseServer(page);
  await input(page, 'login').fill(login);
  await input(page, 'email').fill(email);
  await input(page, 'password').fill(password);
  await input(page, 'password_confirmation').fill(password);
}

export const submitButton = (page: Page) => page.locator('form button[type=submit]');

export const input = (page: Page, name: string) => page.locator(`input[name=${name}]`);
