import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';

function Terms({ error, disabled = false }: { error?: string; disabled?: boolean }) {
  const [checked, setChecked] = useState(false);
  return (
    <Checkbox
      name="terms"
      label={
        <>
          I accept the <a href="#terms">terms</a>
        </>
      }
      checked={checked}
      onCheckedChange={setChecked}
      error={error}
      disabled={disabled}
    />
  );
}

const box = () => page.getByRole('checkbox', { name: 'I accept the terms' });

test('the label and the space bar tick it, a link in the label does not', async () => {
  await render(<Terms />);
  await expect.element(box()).not.toBeChecked();
  await page.getByText('I accept the').click({ position: { x: 4, y: 12 } });
  await expect.element(box()).toBeChecked();
  (box().element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(box()).not.toBeChecked();
  await page.getByRole('link', { name: 'terms' }).click();
  await expect.element(box()).not.toBeChecked();
});

test('S11 an error is said with it', async () => {
  await render(<Terms error="You must accept the terms of service" />);
  await expect.element(box()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(box()).toHaveAccessibleDescription('You must accept the terms of service');
});

test('a disabled box stays as it is', async () => {
  await render(<Terms disabled />);
  (box().element() as HTMLElement).click();
  await expect.element(box()).not.toBeChecked();
});

test.each([1, 4])('S11 the box stands beside the first of %i lines', async (lines) => {
  const label = Array.from({ length: lines }, (_, at) => <div key={at}>Line {at}</div>);
  await render(<Checkbox name="terms" label={label} checked={false} onCheckedChange={() => {}} />);
  const middleOf = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const boxed = middleOf(page.getByRole('checkbox').element());
  expect(Math.abs(boxed - middleOf(page.getByText('Line 0').element()))).toBeLessThan(1);
});
