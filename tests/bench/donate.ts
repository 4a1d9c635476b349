import { chromium } from 'playwright';
import { launchOptions } from '../support/chromium.ts';
import { median, openSlowPage, pause, serveSite } from './pageSpeed.ts';

/**
 * How much later than its bare HTML the shop can be used, on slow 4G and a slow processor with an empty cache: the
 * same document without scripts until all of it is shown, against the whole page until the form answers what is
 * typed. One after the other in one run; one line of JSON; exit code 1 when it is more than `MOST_RATIO`.
 */
const MOST_RATIO = 1.5;
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const PATH = '/donate';

declare global {
  interface Window {
    answeredAtMs?: number;
  }
}

/** Types amounts again and again until what the form says has changed. */
function typeUntilAnswered(): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  let said: string | undefined;
  let at = 0;
  const timer = setInterval(() => {
    const input = document.querySelector<HTMLInputElement>('form input[name=amount]:not([type=range])');
    const form = input?.form;
    if (!input || !form) return;
    said ??= form.textContent;
    if (form.textContent !== said) {
      window.answeredAtMs = performance.now();
      clearInterval(timer);
      return;
    }
    value?.set?.call(input, String(1500 + 100 * (at++ % 7)));
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, 25);
}

const site = await serveSite(Number(process.env['PORT'] ?? 4311));
const browser = await chromium.launch(launchOptions);

async function bareMs(): Promise<number> {
  const { page } = await openSlowPage(browser);
  await page.route('**/donate', async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text())
      .replaceAll(/<script type="module"[^>]*><\/script>/g, '')
      .replaceAll(/<link rel="modulepreload"[^>]*>/g, '');
    await route.fulfill({ response: answer, body: html });
  });
  await page.goto(site.url + PATH, { waitUntil: 'load' });
  const loadedMs = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.duration ?? 0);
  await page.context().close();
  return loadedMs;
}

async function usableMs(): Promise<number> {
  const { page } = await openSlowPage(browser);
  await page.addInitScript(typeUntilAnswered);
  await page.goto(site.url + PATH, { waitUntil: 'commit' });
  for (let triesLeft = 300; triesLeft > 0; triesLeft--) {
    const answeredAtMs = await page.evaluate(() => window.answeredAtMs);
    if (answeredAtMs !== undefined) {
      await page.context().close();
      return answeredAtMs;
    }
    await pause(100);
  }
  throw new Error('the form never answered');
}

try {
  await fetch(site.url + PATH);
  const bare: number[] = [];
  const usable: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(Math.round(await bareMs()));
    usable.push(Math.round(await usableMs()));
  }
  const ratio = Number((median(usable) / median(bare)).toFixed(3));
  console.log(JSON.stringify({ mostRatio: MOST_RATIO, ratio, bareMs: bare, usableMs: usable }));
  process.exitCode = ratio > MOST_RATIO ? 1 : 0;
} finally {
  await browser.close();
  await site.stop();
}
