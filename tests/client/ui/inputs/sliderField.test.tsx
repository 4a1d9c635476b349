import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { SliderField } from '#/client/ui/inputs/SliderField.tsx';

let value: number | null = 2300;
beforeEach(() => {
  value = 2300;
});

function Coins({ locale = 'en' }: { locale?: string }) {
  const [coins, setCoins] = useState<number | null>(2300);
  return (
    <SliderField
      name="coins"
      label="Coins"
      value={coins}
      onValueChange={(next) => {
        value = next;
        setCoins(next);
      }}
      min={0}
      max={5000}
      step={10}
      ticks={[0, 2500, 5000]}
      unit="OC"
      locale={locale}
    />
  );
}

const field = () => page.getByRole('textbox', { name: 'Coins' });
const thumb = () => page.getByRole('slider', { name: 'Coins' });

test('S2 what is typed drives the thumb', async () => {
  await render(<Coins />);
  await expect.element(thumb()).toHaveAttribute('aria-valuenow', '2300');
  await expect.element(thumb()).toHaveAttribute('aria-valuetext', '2,300 OC');
  await userEvent.fill(field(), '450');
  await expect.element(thumb()).toHaveAttribute('aria-valuenow', '450');
  expect(value).toBe(450);
});

test('S2 the thumb writes the number', async () => {
  await render(<Coins />);
  (thumb().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(field()).toHaveValue('2,310');
  await userEvent.keyboard('{PageDown}');
  await expect.element(field()).toHaveValue('2,210');
  await userEvent.keyboard('{End}');
  await expect.element(field()).toHaveValue('5,000');
  await userEvent.keyboard('{Home}');
  await expect.element(field()).toHaveValue('0');
  expect(value).toBe(0);
});

test('S2 a sign on the road is a shortcut', async () => {
  await render(<Coins />);
  await page.getByText('2,500', { exact: true }).click();
  await expect.element(field()).toHaveValue('2,500');
  await expect.element(thumb()).toHaveAttribute('aria-valuenow', '2500');
});

test('S4 digits only, never more than the maximum, and an empty field is no number', async () => {
  await render(<Coins />);
  await userEvent.clear(field());
  expect(value).toBeNull();
  await expect.element(field()).toHaveValue('');
  await userEvent.type(field(), '9x9');
  expect(value).toBe(99);
  await userEvent.type(field(), '999');
  expect(value).toBe(5000);
  await userEvent.tab();
  await expect.element(field()).toHaveValue('5,000');
});

test('thousands stand apart as the language has it', async () => {
  await render(<Coins locale="uk" />);
  await expect.poll(() => (field().element() as HTMLInputElement).value).toMatch(/^2\s300$/);
  await userEvent.clear(field());
  await userEvent.type(field(), '1200');
  await expect.element(thumb()).toHaveAttribute('aria-valuenow', '1200');
});

test('S2 what the number comes to stands beside it and cannot be typed', async () => {
  await render(
    <SliderField
      name="coins"
      label="Coins"
      value={2300}
      onValueChange={() => {}}
      min={0}
      max={5000}
      step={10}
      ticks={[]}
      unit="OC"
      equals={{ label: 'Price', value: '€230.00' }}
      locale="en"
    />,
  );
  await expect.element(page.getByText('Price €230.00')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toHaveLength(1);
});

test('S4 nothing but digits is pasted, more than the maximum is the maximum, and the caret stays', async () => {
  await render(<Coins />);
  await userEvent.fill(field(), '-1 2e3,5');
  await expect.element(field()).toHaveValue('1,235');
  await userEvent.fill(field(), '99999');
  await expect.element(field()).toHaveValue('5,000');
  await userEvent.fill(field(), '1300');
  const input = field().element() as HTMLInputElement;
  input.setSelectionRange(1, 1);
  await userEvent.keyboard('2');
  await expect.element(field()).toHaveValue('5,000');
  await userEvent.fill(field(), '130');
  input.setSelectionRange(1, 1);
  await userEvent.keyboard('2');
  await expect.element(field()).toHaveValue('1,230');
  expect(input.selectionStart).toBe(3);
});

test('S4 what is set from outside is seen at once, also by who is typing', async () => {
  const view = await render(<Given value={3} />);
  await field().click();
  await userEvent.keyboard('{ArrowUp}');
  await view.rerender(<Given value={5} />);
  await expect.element(field()).toHaveValue('5');
  await expect.element(field()).toHaveFocus();
});

test('S3 with stops of its own the road is even, whatever lies between them', async () => {
  await render(<Given value={100} />);
  await expect.element(thumb()).toHaveAttribute('aria-valuetext', '100 OC');
  (thumb().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(value).toBe(5000);
  await userEvent.keyboard('{Home}');
  expect(value).toBe(0);
});

function Given({ value: given }: { value: number }) {
  return (
    <SliderField
      name="coins"
      label="Coins"
      value={given}
      onValueChange={(next) => {
        value = next;
      }}
      min={0}
      max={5000}
      step={1}
      stops={[0, 10, 100, 5000]}
      ticks={[0, 100, 5000]}
      unit="OC"
      locale="en"
    />
  );
}
