import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { keepFocus } from '#/client/platform/navigation/keepFocus.ts';

beforeEach(() => onTestFinished(keepFocus()));

/** Names the element that has the focus. */
const focused = () => document.activeElement?.id ?? '';

/** A press of the button in the section shows something else in its place. */
function Act({ isSection = true, after }: { isSection?: boolean; after: React.ReactNode }) {
  const [isDone, setIsDone] = useState(false);
  const content = isDone ? after : <button onClick={() => setIsDone(true)}>Act</button>;
  return (
    <main id="main" tabIndex={-1}>
      <h1 id="page-title">Page</h1>
      {isSection ? (
        <section id="section">
          <div>
            <h2 id="title">Title</h2>
            <div>{content}</div>
          </div>
        </section>
      ) : (
        <div>{content}</div>
      )}
      <button onClick={() => setIsDone(false)}>Elsewhere</button>
    </main>
  );
}

const pressAct = async () => {
  await page.getByRole('button', { name: 'Act' }).click();
  await expect.element(page.getByRole('button', { name: 'Act' })).not.toBeInTheDocument();
};

test('E5 the heading of its section gets the focus of an element that an act removes', async () => {
  await render(<Act after="done" />);
  await pressAct();
  await expect.poll(focused).toBe('title');
  // the next press of Tab begins at the place of the act
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
  // a heading is no place for the focus at other times
  expect(document.getElementById('title')?.hasAttribute('tabindex')).toBe(false);
});

test('E5 without a section the nearest place that may have the focus gets it', async () => {
  await render(<Act isSection={false} after="done" />);
  await pressAct();
  await expect.poll(focused).toBe('main');
});

test('E5 what takes the focus itself keeps it', async () => {
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- the case that is tested
  await render(<Act after={<input id="field" autoFocus />} />);
  await pressAct();
  await nextTurn();
  expect(focused()).toBe('field');
});

test('E5 a reader who has left an element is not sent back when it is removed', async () => {
  await render(<Act after="done" />);
  const button = page.getByRole('button', { name: 'Act' }).element() as HTMLElement;
  button.focus();
  button.blur();
  // a click by a script does not move the focus
  button.click();
  await nextTurn();
  expect(button.isConnected).toBe(false);
  expect(document.activeElement).toBe(document.body);
});

/** Waits until a stand-in would have been found. */
const nextTurn = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))));
