import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Button } from '#/client/ui/inputs/Button.tsx';

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

test('E5 a button that becomes disabled under the focus keeps it and does nothing, until the reader moves on', async () => {
  const onClick = vi.fn();
  const buttons = (disabled: boolean) => (
    <>
      <Button disabled={disabled} onClick={onClick}>
        Save
      </Button>
      <Button>Next</Button>
    </>
  );
  const { rerender } = await render(buttons(false));
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  expect(onClick).toHaveBeenCalledOnce();
  await rerender(buttons(true));
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledOnce();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus();
  await expect.element(save).toBeDisabled();
});

test('E7 a button in a page that the browser has translated still becomes busy and changes its label', async () => {
  const button = (label: string, busy: boolean) => <Button busy={busy}>{label}</Button>;
  const { rerender } = await render(button('Buy for 5 OC', false));
  const shown = () => page.getByRole('button').element();
  // as the translation of a browser does it
  const text = document.createTreeWalker(shown(), NodeFilter.SHOW_TEXT).nextNode() as Text;
  const translated = document.createElement('font');
  translated.textContent = 'Kup za 5 OC';
  text.replaceWith(translated);
  await rerender(button('Buy for 5 OC', true));
  await expect.element(page.getByRole('button')).toHaveAttribute('aria-busy', 'true');
  await rerender(button('Buy for 7 OC', false));
  expect(shown().textContent).toBe('Buy for 7 OC');
});

test.each([['play'], ['arrowRight'], [undefined]] as const)(
  'a button with the icon %s is as wide while it is busy as at rest',
  async (icon) => {
    const button = (busy: boolean) => (
      <Button icon={icon} busy={busy}>
        Start playing
      </Button>
    );
    const { rerender } = await render(button(false));
    const width = () => (page.getByRole('button').element() as HTMLElement).offsetWidth;
    const atRest = width();
    expect(atRest).toBeGreaterThan(100);
    await rerender(button(true));
    await expect.element(page.getByRole('button')).toHaveAttribute('aria-busy', 'true');
    expect(width()).toBe(atRest);
  },
);

test('an arrow that leads on stands after the words, any other icon before them', async () => {
  await render(
    <>
      <Button icon="arrowRight">On</Button>
      <Button icon="arrowLeft">Back</Button>
    </>,
  );
  const isIconLast = (name: string) =>
    page.getByRole('button', { name }).element().lastChild instanceof SVGElement;
  expect(isIconLast('On')).toBe(true);
  expect(isIconLast('Back')).toBe(false);
});

test('E5 the words of a button stay in one line where its place breaks none, as in a cell of a table', async () => {
  const screen = await render(
    <>
      <Button>Close the section</Button>
      <div style={{ width: 20, whiteSpace: 'nowrap' }}>
        <Button>Close it here</Button>
      </div>
    </>,
  );
  const heightOf = (name: string) => screen.getByRole('button', { name }).element().clientHeight;
  expect(heightOf('Close it here')).toBe(heightOf('Close the section'));
});
