import { chromium } from 'playwright';
import { benchLaunchOptions } from '../support/tools/chromium.ts';
import { median, openSlowPage, pause, serveSite } from './pages/pageSpeed.ts';
import { BARE, slowLine } from './pages/slowLine.ts';

/**
 * Measures how much later than its bare HTML the shop can be used, on slow 4G and a slow processor with an empty
 * cache. The bare document, without its code, counts until all of it is there; the whole page counts until its
 * form says what the typed amount costs. Both run in turns over the same line. Prints one line of JSON; exit code
 * 1 when the ratio is above `MOST_RATIO`, or when the page finally says something else than what was typed last.
 */
const MOST_RATIO = 1.5;
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const PATH = '/donate';
/** Price of a coin in the catalogue of the demonstration. */
const COIN_CENTS = 10;
/** Time after which React has taken the page over and its receipt has counted up. */
const SETTLED_MS = 8000;

interface Answer {
  atMs: number;
  /** Coins that were typed last. */
  coins: number;
}

declare global {
  interface Window {
    answer?: Answer;
  }
}

/** Types another amount again and again, until the price beside it is that of the last one. */
function typeUntilAnswered(coinCents: number): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const euro = new Intl.NumberFormat('ru', { style: 'currency', currency: 'EUR' });
  const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/g, '');
  let coins = 1500;
  let isTyped = false;
  const timer = setInterval(() => {
    const input = document.querySelector<HTMLInputElement>('form input[name=amount]:not([type=range])');
    const form = input?.form;
    if (!input || !form) return;
    if (isTyped && plain(form.textContent).includes(plain(euro.format((coins * coinCents) / 100)))) {
      window.answer = { atMs: performance.now(), coins };
      clearInterval(timer);
      return;
    }
    coins += 100;
    isTyped = true;
    value?.set?.call(input, String(coins));
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, 25);
}

const site = await serveSite(Number(process.env['PORT'] ?? 4311));
const line = await slowLine(site.url);
const browser = await chromium.launch(benchLaunchOptions);

async function bareMs(): Promise<number> {
  const { page } = await openSlowPage(browser);
  await page.goto(`${line.url}${PATH}?${BARE}`, { waitUntil: 'load' });
  const loadedMs = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return navigation?.loadEventStart ?? 0;
  });
  await page.context().close();
  return loadedMs;
}

async function usableMs(): Promise<number> {
  const { page } = await openSlowPage(browser);
  await page.addInitScript(typeUntilAnswered, COIN_CENTS);
  await page.goto(line.url + PATH, { waitUntil: 'commit' });
  const answered = await page.waitForFunction(() => window.answer, undefined, { timeout: 30_000 });
  const answer = await answered.jsonValue();
  if (!answer) throw new Error('the form never answered');
  await page.waitForFunction(() => !document.getElementById('page-data'), undefined, { timeout: 30_000 });
  await pause(SETTLED_MS);
  const said = (await page.locator('form').first().innerText()).replaceAll(/\s/g, '');
  const total = ((answer.coins * COIN_CENTS) / 100).toFixed(2).replace('.', ',');
  // beside the amount, on the receipt, and in the bar of a phone
  if (said.split(`${total}€`).length !== 4) throw new Error(`not ${total} €: ${said}`);
  await page.context().close();
  return answer.atMs;
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
  await line.stop();
  await site.stop();
}
