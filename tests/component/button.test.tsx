import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { Button } from '#/client/ui/Button.tsx';

test('a busy button keeps the focus, says so, and neither clicks nor submits', async () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="word" />
      <Button type="submit" busy={busy} onClick={onClick}>
        Go
      </Button>
    </form>
  );
  const { rerender } = await render(form(true));
  const button = page.getByRole('button');
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  (button.element() as HTMLButtonElement).focus();
  (button.element() as HTMLButtonElement).click();
  await page.getByLabelText('word').fill('x{Enter}');
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
  await rerender(form(false));
  (button.element() as HTMLButtonElement).click();
  expect(onClick).toHaveBeenCalledOnce();
  expect(onSubmit).toHaveBeenCalledOnce();
});
