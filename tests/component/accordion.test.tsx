import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Accordion } from '#/client/ui/Accordion.tsx';

const items = ['A', 'B', 'C'].map((value) => ({ value, title: `Title ${value}`, content: `Text ${value}` }));

interface Step {
  open: string;
  atMs: number;
}

/** Which title is expanded, and when that changed. */
function record(): Step[] {
  const steps: Step[] = [];
  const note = () => {
    const open = [...document.querySelectorAll('button[aria-expanded=true]')]
      .map((title) => title.textContent)
      .join();
    if (open !== steps.at(-1)?.open) steps.push({ open, atMs: performance.now() });
  };
  note();
  new MutationObserver(note).observe(document.body, {
    subtree: true,
    attributeFilter: ['aria-expanded'],
  });
  return steps;
}

const title = (name: string) => page.getByRole('button', { name: `Title ${name}` });

test('L8 the open item closes, 300 ms later the chosen one opens', async () => {
  await render(<Accordion items={items} defaultValue="A" />);
  await expect.element(page.getByText('Text A')).toBeVisible();
  const steps = record();
  await title('B').click();
  await expect.poll(() => steps.map(({ open }) => open)).toEqual(['Title A', '', 'Title B']);
  const [, closed, opened] = steps;
  expect((opened?.atMs ?? 0) - (closed?.atMs ?? 0)).toBeGreaterThanOrEqual(290);
  expect((opened?.atMs ?? 0) - (closed?.atMs ?? 0)).toBeLessThan(600);
  await expect.element(page.getByText('Text B')).toBeVisible();
});

test('L8 the first opens at once, and the open one closes on its own title', async () => {
  await render(<Accordion items={items} />);
  const steps = record();
  (title('A').element() as HTMLElement).click();
  await expect.element(title('A')).toHaveAttribute('aria-expanded', 'true');
  (title('A').element() as HTMLElement).click();
  await expect.element(title('A')).toHaveAttribute('aria-expanded', 'false');
  expect(steps.map(({ open }) => open)).toEqual(['', 'Title A', '']);
});

test('L8 the last of several choices counts, and two are never open', async () => {
  await render(<Accordion items={items} defaultValue="A" />);
  const steps = record();
  (title('B').element() as HTMLElement).click();
  await expect.element(title('A')).toHaveAttribute('aria-expanded', 'false');
  (title('C').element() as HTMLElement).click();
  await expect.element(title('C')).toHaveAttribute('aria-expanded', 'true');
  expect(steps.map(({ open }) => open)).toEqual(['Title A', '', 'Title C']);
  expect((steps[2]?.atMs ?? 0) - (steps[1]?.atMs ?? 0)).toBeGreaterThanOrEqual(290);
});

test('the titles are headings of the wished rank and work with the keyboard', async () => {
  await render(<Accordion items={items} heading="h2" />);
  await expect.element(page.getByRole('heading', { level: 2, name: 'Title A' })).toBeVisible();
  await userEvent.tab();
  await expect.element(title('A')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Text A')).toBeVisible();
});
