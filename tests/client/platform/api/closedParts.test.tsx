import { renderLanding } from '../../stage/landingCase.tsx';
import { beforeEach, expect, test, vi } from 'vitest';
import { ClosedBar } from '#/client/app/layout/ClosedBar.tsx';
import { useIsClosed } from '#/client/platform/api/closedParts.ts';
import { ClosedNote } from '#/client/platform/forms/ClosedNote.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';

/** The stream, as a test plays it. */
class FakeStream extends EventTarget {
  static last: FakeStream | undefined;
  constructor() {
    super();
    FakeStream.last = this;
  }
  close() {}
  say(data: unknown) {
    this.dispatchEvent(new MessageEvent('closed', { data: JSON.stringify(data) }));
  }
}

const buy = vi.fn<() => void>();

function Shop() {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        buy();
      }}
    >
      <input aria-label="coins" defaultValue="" />
      <ClosedNote part="shop" />
      <Button type="submit" spent={useIsClosed('shop')}>
        buy
      </Button>
    </form>
  );
}

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeStream);
});

test('O27 an open page tells that the shop closes and opens, and keeps what is typed and where the focus is', async () => {
  const { screen } = await renderLanding(
    <>
      <ClosedBar />
      <Shop />
    </>,
  );
  const [field, button] = [screen.getByLabelText('coins'), screen.getByRole('button', { name: 'buy' })];
  // the element that a screen reader watches stands before there is something to tell
  await expect.element(screen.getByRole('status')).toBeInTheDocument();
  await vi.waitFor(() => expect(FakeStream.last).toBeDefined());
  await field.fill('500');
  button.element().focus();
  FakeStream.last!.say(['shop']);
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('The store is closed for now. What you paid for arrives as usual.');
  await expect
    .element(screen.getByText('The store is closed for now', { exact: false }).nth(1))
    .toBeVisible();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  expect(document.activeElement).toBe(button.element());
  // a screen reader's user can press it, although it says that it is disabled
  (button.element() as HTMLButtonElement).click();
  expect(buy).not.toHaveBeenCalled();
  await expect.element(field).toHaveValue('500');
  FakeStream.last!.say([]);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Everything is open again.');
  await button.click();
  expect(buy).toHaveBeenCalledOnce();
  await expect.element(field).toHaveValue('500');
});
