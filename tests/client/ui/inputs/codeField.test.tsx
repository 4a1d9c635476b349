import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { CodeField } from '#/client/ui/inputs/CodeField.tsx';

const onComplete = vi.fn();
let value = '';
beforeEach(() => {
  value = '';
});

function Code({ error, disabled = false }: { error?: string; disabled?: boolean }) {
  const [code, setCode] = useState('');
  return (
    <CodeField
      name="code"
      label="Code"
      boxLabel={(box) => `Digit ${box} of 6`}
      clearLabel="Clear"
      value={code}
      onValueChange={(next) => {
        value = next;
        setCode(next);
      }}
      onComplete={onComplete}
      error={error}
      disabled={disabled}
    />
  );
}

const box = (number: number) =>
  number === 1 ? page.getByRole('textbox', { name: 'Code' }) : page.getByLabelText(`Digit ${number} of 6`);

async function paste(target: ReturnType<typeof box>, text: string) {
  await target.click();
  const data = new DataTransfer();
  data.setData('text/plain', text);
  target
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

test('A3 typing moves on, letters are dropped, the sixth digit submits once', async () => {
  await render(<Code />);
  await box(1).click();
  await userEvent.keyboard('1a2');
  await expect.element(box(3)).toHaveFocus();
  expect(onComplete).not.toHaveBeenCalled();
  await userEvent.keyboard('3456');
  await expect.poll(() => onComplete.mock.calls).toEqual([['123456']]);
  expect(value).toBe('123456');
});

test('A3 Backspace in an empty box goes back and takes the digit there', async () => {
  await render(<Code />);
  await box(1).click();
  await userEvent.keyboard('12{Backspace}');
  await expect.poll(() => value).toBe('1');
  await userEvent.keyboard('9');
  await expect.poll(() => value).toBe('19');
});

test('A3 a pasted code fills all boxes and submits, again when it is pasted again', async () => {
  await render(<Code />);
  await paste(box(1), ' 98 76-54 ');
  await expect.poll(() => onComplete.mock.calls).toEqual([['987654']]);
  await expect.element(box(6)).toHaveValue('4');
  await paste(box(1), '123456');
  await expect.poll(() => onComplete.mock.calls).toEqual([['987654'], ['123456']]);
});

test('A3 the arrows walk through the boxes', async () => {
  await render(<Code />);
  await box(1).click();
  await userEvent.keyboard('12{ArrowLeft}{ArrowLeft}');
  await expect.element(box(1)).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(box(2)).toHaveFocus();
});

test('A3 an error is said with the field; every box has a name; the phone offers the code', async () => {
  await render(<Code error="Wrong code" />);
  await expect.element(page.getByRole('group', { name: 'Code' })).toHaveAccessibleDescription('Wrong code');
  await expect.element(box(1)).toHaveAttribute('autocomplete', 'one-time-code');
  for (const number of [1, 2, 3, 4, 5, 6])
    await expect.element(box(number)).toHaveAttribute('aria-invalid', 'true');
});

test('A3 a disabled code takes nothing', async () => {
  await render(<Code disabled />);
  for (const number of [1, 6]) await expect.element(box(number)).toBeDisabled();
});

test('A3 it appears with the focus on the first box, and a wrong code leaves empty boxes with the focus there', async () => {
  function WrongOnce() {
    const [wrongCodes, setWrongCodes] = useState(0);
    const [code, setCode] = useState('');
    return (
      <CodeField
        key={wrongCodes}
        startsFocused
        name="code"
        label="Code"
        boxLabel={(number) => `Digit ${number} of 6`}
        clearLabel="Clear"
        value={code}
        onValueChange={setCode}
        onComplete={() => {
          setCode('');
          setWrongCodes(1);
        }}
        error={wrongCodes ? 'Wrong' : undefined}
      />
    );
  }
  await render(<WrongOnce />);
  await expect.element(box(1)).toHaveFocus();
  await userEvent.keyboard('123456');
  await expect.element(page.getByText('Wrong')).toBeVisible();
  await expect.element(box(1)).toHaveFocus();
  for (const number of [1, 6]) await expect.element(box(number)).toHaveValue('');
});

test('A3 one tap empties the boxes and returns to the first, and a finger can hit the button', async () => {
  await render(<Code error="Wrong code" />);
  const clear = page.getByRole('button', { name: 'Clear' });
  await expect.element(clear).toBeDisabled();
  await box(1).click();
  await userEvent.keyboard('1234');
  const { width, height } = clear.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await clear.click();
  await expect.element(box(1)).toHaveFocus();
  for (const number of [1, 2, 3, 4]) await expect.element(box(number)).toHaveValue('');
  expect(value).toBe('');
  await expect.element(clear).toBeDisabled();
  await userEvent.keyboard('9');
  await expect.poll(() => value).toBe('9');
});
