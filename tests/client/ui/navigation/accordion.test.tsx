import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Accordion } from '#/client/ui/navigation/Accordion.tsx';

const items = ['A', 'B', 'C'].map((value) => ({ value, title: `Title ${value}`, content: `Text ${value}` }));

/** Which titles were expanded, one after another. */
function record(): string[] {
  const steps: string[] = [];
  const note = () => {
    const open = [...document.querySelectorAll('button[aria-expanded=true]')]
      .map((title) => title.textContent)
      .join();
    if (open !== steps.at(-1)) steps.push(open);
  };
  note();
  new MutationObserver(note).observe(document.body, {
    subtree: true,
    attributeFilter: ['aria-expanded'],
  });
  return steps;
}

const title = (name: string) => page.getByRole('button', { name: `Title ${name}` });

const press = (name: string) => (title(name).element() as HTMLElement).click();

test('L8 the open item closes, 300 ms later the chosen one opens', async () => {
  await render(<Accordion items={items} defaultValue="A" />);
  await expect.element(page.getByText('Text A')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const steps = record();
  press('B');
  await vi.advanceTimersByTimeAsync(299);
  expect(steps).toEqual(['Title A', '']);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.poll(() => steps).toEqual(['Title A', '', 'Title B']);
  await expect.element(page.getByText('Text B')).toBeVisible();
});

test('L8 the first opens at once, and the open one closes on its own title', async () => {
  await render(<Accordion items={items} />);
  const steps = record();
  press('A');
  await expect.element(title('A')).toHaveAttribute('aria-expanded', 'true');
  press('A');
  await expect.element(title('A')).toHaveAttribute('aria-expanded', 'false');
  expect(steps).toEqual(['', 'Title A', '']);
});

test('L8 the last of several choices counts, and two are never open', async () => {
  await render(<Accordion items={items} defaultValue="A" />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const steps = record();
  press('B');
  await vi.advanceTimersByTimeAsync(200);
  press('C');
  await vi.advanceTimersByTimeAsync(299);
  expect(steps).toEqual(['Title A', '']);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.poll(() => steps).toEqual(['Title A', '', 'Title C']);
});

test('the titles are headings of the wished rank and work with the keyboard', async () => {
  await render(<Accordion items={items} heading="h2" />);
  await expect.element(page.getByRole('heading', { level: 2, name: 'Title A' })).toBeVisible();
  await userEvent.tab();
  await expect.element(title('A')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Text A')).toBeVisible();
});
