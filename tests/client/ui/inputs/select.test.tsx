import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Select } from '#/client/ui/inputs/Select.tsx';

const options = Array.from({ length: 30 }, (_, at) => ({
  value: String(at + 1),
  label: at === 6 ? 'Server 7 of the northern harbour and all of its islands' : `Server ${at + 1}`,
}));

let value = '';
beforeEach(() => {
  value = '';
});

function Servers({ first = '' }: { first?: string }) {
  const [server, setServer] = useState(first);
  return (
    <>
      <Select
        name="server"
        label="Server"
        placeholder="Pick a server"
        options={options}
        value={server}
        onValueChange={(next) => {
          value = next;
          setServer(next);
        }}
      />
      <p>Beside it</p>
    </>
  );
}

const field = () => page.getByRole('combobox', { name: 'Server' });
const list = () => page.getByRole('listbox');

test('thirty long entries at 390 px: the chosen one is in sight, nothing sticks out, the list scrolls', async () => {
  await page.viewport(390, 700);
  await render(<Servers first="28" />);
  await field().click();
  await expect.element(list()).toBeVisible();
  const box = () => list().element().getBoundingClientRect();
  await expect
    .poll(() => {
      const chosen = page.getByRole('option', { name: 'Server 28' }).element().getBoundingClientRect();
      return chosen.top >= box().top && chosen.bottom <= box().bottom + 1;
    })
    .toBe(true);
  expect(box().left).toBeGreaterThanOrEqual(0);
  expect(box().right).toBeLessThanOrEqual(390);
  expect(box().bottom).toBeLessThanOrEqual(700);
  expect(list().element().scrollHeight).toBeGreaterThan(list().element().clientHeight);
  expect(list().element().scrollWidth).toBe(list().element().clientWidth);
  await page.getByRole('option', { name: 'Server 30' }).click();
  await expect.poll(() => value).toBe('30');
  await expect.element(field()).toHaveTextContent('Server 30');
});

test('the keyboard opens it, goes to the last entry and takes it', async () => {
  await render(<Servers />);
  await userEvent.tab();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(list()).toBeVisible();
  await userEvent.keyboard('{End}{Enter}');
  await expect.poll(() => value).toBe('30');
  await expect.element(field()).toHaveFocus();
});

test('a click beside it and Escape close it and choose nothing', async () => {
  await render(<Servers />);
  await field().click();
  await expect.element(list()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => list().query()).toBeNull();
  await field().click();
  await expect.element(list()).toBeVisible();
  await page.elementLocator(document.body).click({ position: { x: 380, y: 690 }, force: true });
  await expect.poll(() => list().query()).toBeNull();
  expect(value).toBe('');
});
