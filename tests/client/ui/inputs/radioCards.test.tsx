import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { RadioCards } from '#/client/ui/inputs/RadioCards.tsx';

const groups = [
  {
    legend: 'Main',
    cards: [
      { value: 'card', label: 'Card', description: 'Five other ways' },
      { value: 'link', label: 'Link', disabled: true },
    ],
  },
  { legend: 'Crypto', cards: [{ value: 'btc', label: 'Bitcoin' }] },
];

let chosen: string[] = [];
beforeEach(() => {
  chosen = [];
});

function Payment({ error, disabled = false }: { error?: string; disabled?: boolean }) {
  const [value, setValue] = useState('');
  return (
    <RadioCards
      name="payment"
      label="Payment method"
      groups={groups}
      value={value}
      onValueChange={(next) => {
        chosen.push(next);
        setValue(next);
      }}
      error={error}
      disabled={disabled}
    />
  );
}

const radio = (name: string | RegExp) => page.getByRole('radio', { name });

test('S11 one choice over all groups, each group with its legend and each card with its own name', async () => {
  await render(<Payment />);
  await expect.element(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Main' })).toBeVisible();
  await page.getByText('Five other ways').click();
  await expect.element(radio('Card Five other ways')).toBeChecked();
  await page.getByText('Bitcoin').click();
  await expect.element(radio('Bitcoin')).toBeChecked();
  await expect.element(radio(/^Card/)).not.toBeChecked();
  expect(chosen).toEqual(['card', 'btc']);
});

test('the arrow keys walk through all groups and past what is disabled', async () => {
  await render(<Payment />);
  await userEvent.tab();
  await expect.element(radio(/^Card/)).toHaveFocus();
  await userEvent.keyboard(' ');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(radio('Bitcoin')).toHaveFocus();
  await expect.element(radio('Bitcoin')).toBeChecked();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => chosen).toEqual(['card', 'btc', 'card']);
});

test('a disabled card and a disabled choice take nothing', async () => {
  const { rerender } = await render(<Payment />);
  (page.getByText('Link').element() as HTMLElement).click();
  await rerender(<Payment disabled />);
  (page.getByText('Bitcoin').element() as HTMLElement).click();
  await expect.element(radio('Bitcoin')).toHaveAttribute('aria-disabled', 'true');
  expect(chosen).toEqual([]);
});

test('an error is said with every card', async () => {
  await render(<Payment error="Choose a payment method" />);
  await expect.element(page.getByText('Choose a payment method')).toBeVisible();
  await expect.element(radio('Bitcoin')).toHaveAttribute('aria-invalid', 'true');
});
