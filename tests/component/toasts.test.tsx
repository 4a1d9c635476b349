import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { notify } from '#/client/ui/notify.ts';
import { Toasts } from '#/client/ui/Toasts.tsx';

const shown = () =>
  [...document.querySelectorAll('[data-type] p:first-child')].map((title) => title.textContent);

test('S13 notices appear one after another and go in the order in which they came', async () => {
  await render(<Toasts label="Notices" closeLabel="Close" />);
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(shown().toSorted().join(' ')));
  observer.observe(document.body, { childList: true, subtree: true });
  notify({ type: 'success', title: 'A' }, { type: 'error', title: 'B' }, { type: 'success', title: 'C' });
  await expect.poll(() => shown().toSorted()).toEqual(['A', 'B', 'C']);
  await expect.poll(shown, { timeout: 15_000 }).toEqual([]);
  observer.disconnect();
  const states = seen.filter((state, index) => state !== seen[index - 1]);
  expect(states).toEqual(['A', 'A B', 'A B C', 'B C', 'C', '']);
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
