import { landingData, renderLanding } from '../../stage/landingCase.tsx';
import { beforeEach, expect, test, vi } from 'vitest';
import { PromoBanner } from '#/client/areas/landing/PromoBanner.tsx';

const SECOND = 1000;
const LEFT = 2 * 86_400 * SECOND + 14 * 3600 * SECOND + 7 * 60 * SECOND + 33 * SECOND;

/** The banner of a promotion that ends in so many ms. */
async function banner(leftMs: number) {
  const endsAt = new Date(Date.now() + leftMs).toISOString();
  const { screen } = await renderLanding(
    <PromoBanner />,
    landingData({ title: 'A quarter off', code: 'NIGHT25', endsAt }),
  );
  return { strip: document.querySelector<HTMLElement>('aside')!, endsAt, screen };
}

const shown = (strip: HTMLElement) =>
  strip.querySelector('[aria-hidden] > span:first-child')?.parentElement?.textContent;

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});

test('L5 the banner shows what is left until its date, anew each second', async () => {
  const { strip, endsAt } = await banner(LEFT);
  expect(strip).toBeVisible();
  expect(strip.dataset['date']).toBe(endsAt);
  await expect.poll(() => shown(strip)).toBe('2d14h07m33s');
  await vi.advanceTimersByTimeAsync(SECOND);
  await expect.poll(() => shown(strip)).toBe('2d14h07m32s');
});

test('L5 it goes when its time is over, with zeros', async () => {
  const { strip } = await banner(1500);
  expect(strip).toBeVisible();
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  await expect.poll(() => strip.hidden).toBe(true);
  expect(shown(strip)).toBe('0d00h00m00s');
});

test('L5 one that is past is not shown', async () => {
  const { strip } = await banner(-SECOND);
  expect(strip.hidden).toBe(true);
  expect(strip).not.toBeVisible();
});

test('L5 a closed banner stays away for the session', async () => {
  const { strip, screen } = await banner(LEFT);
  strip.querySelector<HTMLElement>('button[aria-label="Close the offer"]')!.click();
  await expect.poll(() => strip.hidden).toBe(true);
  expect(shown(strip)).toBe('0d00h00m00s');
  expect(sessionStorage.getItem('promoBannerClosed')).not.toBeNull();
  await screen.unmount();
  expect((await banner(LEFT)).strip.hidden).toBe(true);
});

test('L5 the code is copied, with a confirmation', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { strip } = await banner(LEFT);
  strip.querySelector<HTMLElement>('button[aria-label="Discount code NIGHT25: copy"]')!.click();
  await expect.poll(() => strip.querySelector('output')?.textContent).toBe('Discount code copied');
  expect(write).toHaveBeenCalledWith('NIGHT25');
});
