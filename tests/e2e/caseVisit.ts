import { basename } from 'node:path';
import type { Page, Request, TestInfo } from '@playwright/test';
import type { OpenCaseReply } from '#/contract/cases.ts';
import tuning from '#/client/platform/theme/tuning.json' with { type: 'json' };
import { expect } from './fixtures.ts';
import { signInAsDemo, stockOf, type Stock } from './player.ts';

export const PHASES = ['initial', 'accelerating', 'constant', 'decelerating', 'final', 'finished'];
export const OPEN_CALL = '**/api/v1/cases/open/';
/** The window in which something spins. Without a graphics card the cost of a frame grows with its pixels. */
const SPIN_WINDOW = { width: 1170, height: 700 };

interface CaseVisit {
  stock: Stock;
  caseId: number;
  /** Pieces before the visit. */
  pieces: number;
  /** Requests that opened or tried to open. */
  sent: Request[];
}

/** Files whose tests open cases of the player. Each opens its own one, because two may run at the same time. */
const OPENERS = ['opening', 'fairness', 'sharedPrize', 'openSeveral'];

/** One of the player's cases that no other file and no other project of the run opens. */
export async function ownCase(stock: Stock, { project, file }: TestInfo): Promise<number> {
  const cases = await stock.cases();
  // in an order that no opening changes
  const ids = cases.map(({ case: { id } }) => id).toSorted((a, b) => a - b);
  const first = project.name === 'phone' ? ids.length / 2 : 0;
  return ids[first + OPENERS.indexOf(basename(file, '.test.ts'))] ?? 0;
}

/**
 * Opens the page of one of the player's cases, signed in. Without a pace nothing spins, because drawing a spin
 * costs most of the time; a test that looks at the spin asks for one. With `isWholeDesk` the window has its usual
 * size.
 */
export async function visitCase(
  page: Page,
  info: TestInfo,
  { pace = 'still', isWholeDesk = false }: { pace?: 'still' | 'full'; isWholeDesk?: boolean } = {},
): Promise<CaseVisit> {
  await signInAsDemo(page);
  // only if needed: an emulation ends the context with its test
  if (pace !== 'still') await page.emulateMedia({ reducedMotion: 'no-preference' });
  const width = page.viewportSize()?.width ?? 0;
  if (pace !== 'still' && !isWholeDesk && width > SPIN_WINDOW.width) await page.setViewportSize(SPIN_WINDOW);
  const stock = stockOf(page);
  const caseId = await ownCase(stock, info);
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/cases/open/')) sent.push(request);
  });
  const pieces = await stock.pieces(caseId);
  await page.goto(`/cabinet/case/${caseId}`);
  await expect(openButton(page)).toBeEnabled();
  await expect(page.locator('[data-phase="initial"]')).toBeVisible();
  return { stock, caseId, pieces, sent };
}

/** Opens and reads what the server answered. */
export async function openAndHear(page: Page): Promise<OpenCaseReply> {
  const [answer] = await Promise.all([page.waitForResponse(OPEN_CALL), openButton(page).click()]);
  return (await answer.json()) as OpenCaseReply;
}

export const openButton = (page: Page) => page.locator('button[data-size="large"]').first();
export const spinning = (page: Page) =>
  page.locator('[data-phase]:not([data-phase="initial"], [data-phase="finished"])');
export const result = (page: Page) => page.getByRole('dialog');

/** Notes the phases of the roulette from now on. @returns reads them */
export async function notePhases(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenPhases: seen });
    const note = () => {
      const phase = document.querySelector<HTMLElement>('[data-phase]')?.dataset['phase'];
      if (phase && seen.at(-1) !== phase) seen.push(phase);
    };
    note();
    new MutationObserver(note).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-phase'],
    });
  });
  return () => page.evaluate(() => (window as unknown as { seenPhases: string[] }).seenPhases);
}

/** Waits until the result takes a key: one in its first moment was meant for the spin (R3). */
export async function secondLook(page: Page): Promise<void> {
  const sinceMs = await page.evaluate(() => performance.now());
  await page.waitForFunction((ms) => performance.now() > ms, sinceMs + tuning.dom.secondLookMs);
}

export async function expectOneOpened(
  { stock, caseId, pieces }: CaseVisit,
  reply: OpenCaseReply,
): Promise<void> {
  expect(await stock.pieces(caseId)).toBe(pieces - 1);
  expect(reply.coupons).toHaveLength(1);
  expect(await stock.timesOwned(reply.coupons[0]?.id ?? 0)).toBe(1);
}
