import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { ListEnd } from '#/client/ui/feedback/ListEnd.tsx';

const onMore = vi.fn();
const end = (state: 'more' | 'loading' | 'complete' | 'failed') => (
  <ListEnd
    state={state}
    onMore={onMore}
    moreLabel="Show more"
    loadingLabel="Loading"
    completeLabel="No more results!"
    failedLabel="Oops something went wrong!"
    retryLabel="Try again"
  />
);

test('C5 the foot of a list: more, loading, complete, and an error with a retry', async () => {
  const { rerender } = await render(end('more'));
  // it stands in the window, so the next page is asked for at once
  await expect.poll(() => onMore.mock.calls.length).toBe(1);
  await page.getByRole('button', { name: 'Show more' }).click();
  expect(onMore).toHaveBeenCalledTimes(2);

  await rerender(end('loading'));
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading');
  // the button that was pressed keeps the focus
  await expect.element(page.getByRole('button', { name: 'Loading' })).toHaveFocus();
  (page.getByRole('button').element() as HTMLButtonElement).click();
  expect(onMore).toHaveBeenCalledTimes(2);

  await rerender(end('failed'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Oops something went wrong!');
  // what went wrong is not tried again by itself
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(onMore).toHaveBeenCalledTimes(3);

  await rerender(end('complete'));
  await expect.element(page.getByRole('status')).toHaveTextContent('No more results!');
  expect(page.getByRole('alert').query()).toBeNull();
  expect(page.getByRole('button').query()).toBeNull();
});

test('C5 a list loads on by itself only as its foot comes near', async () => {
  await page.viewport(800, 600);
  await render(
    <>
      <div style={{ height: 4000 }} />
      {end('more')}
    </>,
  );
  // the browser has looked and found it far away
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(onMore).not.toHaveBeenCalled();
  window.scrollTo(0, 4000);
  await expect.poll(() => onMore.mock.calls.length).toBe(1);
  window.scrollTo(0, 0);
});

test('C5 a busy page that is told of several changes at once loads on, although the oldest says "far away"', async () => {
  let tell: IntersectionObserverCallback = () => {};
  class Told {
    constructor(callback: IntersectionObserverCallback) {
      tell = callback;
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Told);
  await render(end('more'));
  const changes = [{ isIntersecting: false }, { isIntersecting: true }] as IntersectionObserverEntry[];
  tell(changes.slice(0, 1), {} as IntersectionObserver);
  expect(onMore).not.toHaveBeenCalled();
  tell(changes, {} as IntersectionObserver);
  expect(onMore).toHaveBeenCalledTimes(1);
});
