import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Button } from '#/client/ui/inputs/Button.tsx';
import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogDescription,
  DialogTitle,
} from '#/client/ui/feedback/Dialog.tsx';

function Question() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      <Dialog open={open} onClose={close} closeLabel="Close">
        <DialogBody>
          <DialogTitle>Buy it?</DialogTitle>
          <DialogDescription>For 20 OC</DialogDescription>
          <DialogActions>
            <Button onClick={close}>Buy</Button>
            <Button onClick={close}>Keep the coins</Button>
          </DialogActions>
        </DialogBody>
      </Dialog>
    </>
  );
}

const dialog = () => page.getByRole('dialog', { name: 'Buy it?' });
const opener = () => page.getByRole('button', { name: 'Ask' });

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its cross', () => page.getByRole('button', { name: 'Close' }).click()],
  ['an answer', () => page.getByRole('button', { name: 'Keep the coins' }).click()],
  // where the overlay is, beside the dialog
  ['a click beside it', () => page.elementLocator(document.body).click({ position: { x: 4, y: 4 } })],
])('S10 %s closes it and the focus goes back', async (_, closeIt) => {
  await page.viewport(800, 600);
  await render(<Question />);
  await opener().click();
  await expect.element(dialog()).toHaveAccessibleDescription('For 20 OC');
  await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
  await closeIt();
  await expect.poll(() => dialog().query()).toBeNull();
  await expect.element(opener()).toHaveFocus();
});

test('the focus stays inside while it is open', async () => {
  await render(<Question />);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  for (let stop = 0; stop < 5; stop += 1) {
    await userEvent.tab();
    await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
  }
});
