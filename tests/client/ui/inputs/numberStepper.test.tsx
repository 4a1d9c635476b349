import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { NumberStepper } from '#/client/ui/inputs/NumberStepper.tsx';

const reported: number[] = [];
beforeEach(() => void reported.splice(0));

function Quantity({ initial = 5, disabled = false }: { initial?: number; disabled?: boolean }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <NumberStepper
        name="quantity"
        label="Quantity"
        value={value}
        onValueChange={(next) => {
          reported.push(next);
          setValue(next);
        }}
        min={1}
        max={200}
        decreaseLabel="Less"
        increaseLabel="More"
        kindLabel="Number"
        disabled={disabled}
      />
      <button type="button">elsewhere</button>
    </>
  );
}

const field = () => page.getByLabelText('Quantity');
const leave = () => page.getByRole('button', { name: 'elsewhere' }).click();

test.each([
  ['500', '200'],
  ['0', '1'],
  ['-4', '4'],
  ['1.7', '17'],
  ['12x', '12'],
  ['', '1'],
  ['007', '7'],
  ['200', '200'],
])('S8 %o typed is %s', async (typed, shown) => {
  await render(<Quantity />);
  await userEvent.clear(field());
  if (typed) await userEvent.type(field(), typed);
  await leave();
  await expect.element(field()).toHaveValue(shown);
  await expect.poll(() => reported.at(-1)).toBe(Number(shown));
  for (const value of reported) {
    expect(value).toBeGreaterThanOrEqual(1);
    expect(value).toBeLessThanOrEqual(200);
    expect(Number.isInteger(value)).toBe(true);
  }
});

test('S8 the buttons and the arrow keys step and stop at both ends', async () => {
  await render(<Quantity initial={199} />);
  const more = page.getByRole('button', { name: 'More' });
  await more.click();
  await expect.element(field()).toHaveValue('200');
  await expect.element(more).toBeDisabled();
  await field().click();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field()).toHaveValue('200');
  await userEvent.keyboard('{Home}{ArrowDown}');
  await expect.element(field()).toHaveValue('1');
  await expect.element(page.getByRole('button', { name: 'Less' })).toBeDisabled();
  expect(Math.max(...reported)).toBe(200);
  expect(Math.min(...reported)).toBe(1);
});

test('S8 Enter in a form takes what was typed, in range', async () => {
  await render(
    <form onSubmit={(event) => event.preventDefault()}>
      <Quantity />
    </form>,
  );
  await userEvent.fill(field(), '999');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => reported.at(-1)).toBe(200);
});

test('a disabled stepper does nothing', async () => {
  await render(<Quantity disabled />);
  await expect.element(field()).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'More' })).toBeDisabled();
});
