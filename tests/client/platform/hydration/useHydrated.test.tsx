import { use } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Island } from '#/client/platform/hydration/Island.tsx';
import { LateLayout } from '#/client/platform/hydration/LateLayout.tsx';
import { pageHydration, useHydrated } from '#/client/platform/hydration/useHydrated.ts';

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  pageHydration.end();
});

/** Writes whether it is hydrated. @param gate what it waits for in the browser */
function Probe({ gate, onRender }: { gate?: Promise<void>; onRender?: (isHydrated: boolean) => void }) {
  if (gate) use(gate);
  const isHydrated = useHydrated();
  onRender?.(isHydrated);
  return <p>{isHydrated ? 'browser' : 'server'}</p>;
}

/** A document with the markup of the server, and the errors of its hydration. */
function served(markup: React.ReactNode) {
  pageHydration.begin();
  const container = document.createElement('div');
  container.innerHTML = renderToString(markup);
  document.body.append(container);
  const onRecoverableError = vi.fn();
  return { container, onRecoverableError, first: container.querySelector('p')! };
}

test('RT9 a hydrated page first shows what the server rendered, then what only the browser knows', async () => {
  const { container, onRecoverableError, first } = served(<Probe />);
  expect(first.textContent).toBe('server');
  const onRender = vi.fn();
  root = hydrateRoot(container, <Probe onRender={onRender} />, { onRecoverableError });
  await expect.poll(() => first.textContent).toBe('browser');
  expect(onRender.mock.calls[0]).toEqual([false]);
  expect(first.isConnected).toBe(true);
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test('RT9 an island that is hydrated after its page keeps its markup', async () => {
  const pageWith = (island: React.ReactNode) => (
    <>
      <Probe />
      <Island place={0}>{island}</Island>
    </>
  );
  const { container, onRecoverableError, first } = served(pageWith(<Probe />));
  const late = container.querySelector('[data-island] p')!;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  root = hydrateRoot(container, pageWith(<Probe gate={gate} />), { onRecoverableError });
  await expect.poll(() => first.textContent).toBe('browser');
  pageHydration.end();
  open();
  await expect.poll(() => container.querySelector('[data-island] p')?.textContent).toBe('browser');
  expect(late.isConnected).toBe(true);
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test('RT9 what is first rendered in the browser shows at once what only the browser knows', async () => {
  const onRender = vi.fn();
  await render(<Probe onRender={onRender} />);
  expect(onRender.mock.calls.every(([isHydrated]) => isHydrated)).toBe(true);
});

test('RT9 a part with a late layout is served without one, and gets it after the hydration', async () => {
  const part = (
    <LateLayout place={0}>
      <Probe />
    </LateLayout>
  );
  const { container, onRecoverableError } = served(part);
  const wrapper = container.querySelector<HTMLElement>('[data-island]')!;
  expect(wrapper.dataset['island']).toBe('static');
  root = hydrateRoot(container, part, { onRecoverableError });
  await expect.poll(() => wrapper.dataset['island']).toBe('hydrated');
  expect(onRecoverableError).not.toHaveBeenCalled();
});
