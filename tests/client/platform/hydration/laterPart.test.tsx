import { Suspense, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { Toasts } from '#/client/ui/feedback/Toasts.tsx';

interface Props {
  text: string;
  isOpen?: boolean;
  onClose?: () => void;
}
const Found = ({ text, isOpen = true }: Props) => isOpen && <p>{text}</p>;

/** Code that fails to load so many times, and then loads. */
function code({ failures }: { failures: number }) {
  let left = failures;
  return vi.fn(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module: /assets/Part.js');
    return Found;
  });
}

const nothing = vi.fn<() => void>();
const forDialog = {
  isOpen: ({ isOpen = false }: Props) => isOpen,
  close: ({ onClose = nothing }: Props) => onClose(),
};

test('E3 a part whose code does not load leaves the page standing, and comes when it is asked for again', async () => {
  const load = code({ failures: 2 });
  // the server does not answer either, so the page is not loaded again
  const server = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const [Part] = laterPart(load);
  const page = await render(
    <main>
      <h1>The page</h1>
      <Suspense>
        <Part text="The part" />
      </Suspense>
    </main>,
  );
  const again = page.getByRole('alert').getByRole('button');
  await again.click();
  await expect.poll(() => server.mock.calls.length).toBe(1);
  await expect.element(again).toBeEnabled();
  await expect.element(page.getByRole('heading')).toBeVisible();
  await again.click();
  await expect.element(page.getByText('The part')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  expect(load).toHaveBeenCalledTimes(3);
});

test('E3 a part that is shown again later is asked for again', async () => {
  const load = code({ failures: 1 });
  const [Part] = laterPart(load);
  const tab = (
    <Suspense>
      <Part text="The part" />
    </Suspense>
  );
  const page = await render(tab);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await page.rerender(<p>Another tab</p>);
  await page.rerender(tab);
  await expect.element(page.getByText('The part')).toBeVisible();
});

test('E3 a dialog whose code did not load is loaded again when it is to open', async () => {
  const load = code({ failures: 1 });
  const [Part] = laterPart(load, forDialog);
  const dialog = (isOpen: boolean) => (
    <Suspense fallback="loading">
      <Part text="The dialog" isOpen={isOpen} />
    </Suspense>
  );
  const page = await render(dialog(false));
  await expect.poll(() => page.container.textContent).toBe('');
  expect(load).toHaveBeenCalledTimes(1);
  await page.rerender(dialog(true));
  await expect.element(page.getByText('The dialog')).toBeVisible();
});

test('E3 a dialog whose code fails again is closed with a notice, and can be opened later', async () => {
  const load = code({ failures: 2 });
  const [Part] = laterPart(load, forDialog);
  const onClose = vi.fn();
  const dialog = (isOpen: boolean) => (
    <>
      <Suspense fallback="loading">
        <Part text="The dialog" isOpen={isOpen} onClose={onClose} />
      </Suspense>
      <Toasts label="Notices" closeLabel="Close" />
    </>
  );
  const page = await render(dialog(true));
  await expect.element(page.getByRole('region', { name: 'Notices' }).getByRole('dialog')).toBeVisible();
  expect(onClose).toHaveBeenCalledTimes(1);
  await page.rerender(dialog(false));
  await page.rerender(dialog(true));
  await expect.element(page.getByText('The dialog')).toBeVisible();
});

test('N19 a part that was fetched ahead is shown at once; a fetch that failed is repeated by the next one', async () => {
  const load = code({ failures: 1 });
  const [Part, fetchAhead] = laterPart(load);
  await fetchAhead();
  await fetchAhead();
  await fetchAhead();
  expect(load).toHaveBeenCalledTimes(2);
  const page = await render(<Part text="The part" />);
  await expect.element(page.getByText('The part')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('N19 a part that React waits for is drawn without a warning', async () => {
  let arrive = () => {};
  const [Part] = laterPart(() => new Promise<typeof Found>((resolve) => (arrive = () => resolve(Found))));
  function Page() {
    const [isShown, setIsShown] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setIsShown(true)}>
          Show
        </button>
        {isShown && (
          <Suspense fallback="loading">
            <Part text="The part" />
          </Suspense>
        )}
      </>
    );
  }
  const page = await render(<Page />);
  await page.getByRole('button').click();
  await expect.element(page.getByText('loading')).toBeVisible();
  arrive();
  // React's warnings fail every test
  await expect.element(page.getByText('The part')).toBeVisible();
});
