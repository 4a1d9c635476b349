import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Toasts } from '#/client/ui/feedback/Toasts.tsx';

const shown = () =>
  [...document.querySelectorAll('[data-type] p:first-child')].map((title) => title.textContent);

test('S13 notices appear one after another and go in the order in which they came', async () => {
  await render(<Toasts label="Notices" closeLabel="Close" />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  const states: string[] = [];
  notify({ type: 'success', title: 'A' }, { type: 'error', title: 'B' }, { type: 'success', title: 'C' });
  for (let passedMs = 0; passedMs < 12_000; passedMs += 50) {
    // notices wait while the window has no focus, as it has none beside other tests
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(50);
    const state = shown().toSorted().join(' ');
    if (state !== (states.at(-1) ?? '')) states.push(state);
  }
  expect(states).toEqual(['A', 'A B', 'A B C', 'B C', 'C', '']);
});

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits until what has changed is drawn and nothing fades any more: that takes real time, while the clock stands. */
async function settled(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await nextFrame();
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  for (let frame = 0; frame < 2; frame += 1) await nextFrame();
}

test('S13 one that comes later hides 3 s after the one before it', async () => {
  await render(<Toasts label="Notices" closeLabel="Close" />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  notify({ type: 'success', title: 'A' });
  const goneAtMs: Record<string, number> = {};
  let before: (string | null)[] = [];
  for (let passedMs = 0; passedMs < 8000; passedMs += 250) {
    if (passedMs === 2000) notify({ type: 'success', title: 'B' });
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(250);
    await settled();
    for (const title of before) if (title && !shown().includes(title)) goneAtMs[title] = passedMs;
    before = shown();
  }
  expect(Object.keys(goneAtMs)).toEqual(['A', 'B']);
  expect((goneAtMs['B'] ?? 0) - (goneAtMs['A'] ?? 0)).toBe(3000);
});

test('S13 a notice shows its title and message and can be closed', async () => {
  await render(<Toasts label="Notices" closeLabel="Close" />);
  notify({ type: 'success', title: 'Title', description: 'Message' });
  await expect.poll(shown).toEqual(['Title']);
  const message = page.getByText('Message');
  await expect.element(message).toBeVisible();
  await message.hover();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(shown).toEqual([]);
});

test('S13 the button of a notice is not hidden from a screen reader while nothing points at it', async () => {
  await page.viewport(1200, 800);
  await render(
    <>
      <p>Elsewhere</p>
      <Toasts label="Notices" closeLabel="Close" />
    </>,
  );
  notify({ type: 'success', title: 'Title' });
  await expect.poll(shown).toEqual(['Title']);
  await page.getByText('Elsewhere').hover();
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
});

test.each([
  ['bottom', { bottom: 20 }],
  ['top', { top: 20 }],
])('S13 a notice does not cover the button at the %s that was just pressed', async (_, place) => {
  await page.viewport(390, 800);
  await render(
    <>
      <button
        type="button"
        style={{ position: 'fixed', right: 20, ...place }}
        onClick={() => notify({ type: 'success', title: 'Done', description: 'Two lines of a message' })}
      >
        Save
      </button>
      <Toasts label="Notices" closeLabel="Close" />
    </>,
  );
  const button = page.getByRole('button', { name: 'Save' });
  await button.click();
  await expect.poll(shown).toEqual(['Done']);
  await settled();
  const notice = document.querySelector('[data-type]')!.getBoundingClientRect();
  const pressed = button.element().getBoundingClientRect();
  expect(notice.bottom <= pressed.top || notice.top >= pressed.bottom).toBe(true);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(shown).toEqual([]);
});
