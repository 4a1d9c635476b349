import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { InfoTip } from '#/client/ui/feedback/InfoTip.tsx';

const sign = () => page.getByRole('button', { name: 'About the bonus' });
const popup = () => page.getByRole('tooltip');

async function show() {
  await render(
    <>
      <button type="button">before</button>
      <InfoTip label="About the bonus" text="It grows with the sum." />
      <button type="button">after</button>
    </>,
  );
}

test('the keyboard opens it by focus, keeps the focus on the sign, and Escape closes it', async () => {
  await show();
  await userEvent.tab();
  expect(popup().query()).toBeNull();
  await userEvent.tab();
  await expect.element(sign()).toHaveFocus();
  await expect.element(popup()).toHaveTextContent('It grows with the sum.');
  await expect.element(sign()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => popup().query()).toBeNull();
  await expect.element(sign()).toHaveFocus();
});

test('going on with the keyboard closes it', async () => {
  await show();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(popup()).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'after' })).toHaveFocus();
  await expect.poll(() => popup().query()).toBeNull();
});

test('hovering shows it, leaving hides it', async () => {
  await show();
  await userEvent.hover(sign());
  await expect.element(popup()).toBeVisible();
  await userEvent.hover(page.getByRole('button', { name: 'before' }));
  await expect.poll(() => popup().query()).toBeNull();
});

test('a tap shows it, a second one hides it', async () => {
  await show();
  const tap = () => {
    const touch = { pointerType: 'touch', bubbles: true };
    for (const type of ['pointerdown', 'pointerup', 'click'])
      sign().element().dispatchEvent(new PointerEvent(type, touch));
  };
  tap();
  await expect.element(popup()).toBeVisible();
  tap();
  await expect.poll(() => popup().query()).toBeNull();
});

test('the text belongs to the sign for a screen reader, open or not', async () => {
  await show();
  await expect.element(sign()).toHaveAccessibleDescription('It grows with the sum.');
});
