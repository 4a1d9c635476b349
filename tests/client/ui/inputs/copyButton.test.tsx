import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { labelsOf } from '../../../support/components/labels.ts';

const button = () => page.getByRole('button');

test('L3 a copy is confirmed for a second, then the label returns', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await render(<CopyButton text="ONE-7" label="Copy" copiedLabel="Copied" />);
  const labels = labelsOf(button().element());
  await button().click();
  await expect.poll(() => labels).toEqual(['Copied', 'Copy']);
  expect(write).toHaveBeenCalledWith('ONE-7');
});

test('L3 a failed copy is only logged', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await render(<CopyButton text="ONE-7" label="Copy" copiedLabel="Copied" />);
  await button().click();
  await expect.poll(() => logged.mock.calls.length).toBe(1);
  await expect.element(button()).toHaveTextContent(/^Copy$/);
});
