import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstPage } from '#/client/platform/navigation/firstPage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Router = Parameters<typeof firstPage>[0];
type State = Parameters<Parameters<Router['subscribe']>[0]>[0];

/** Waits for the first page of a router that says what the test tells it. */
function waitForPage() {
  const listeners = new Set<(state: State) => void>();
  const subscribe = (listener: (state: State) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  let isOver = false;
  void firstPage({ subscribe: subscribe as Router['subscribe'] }).then(() => (isOver = true));
  const tell = async (initialized: boolean) => {
    for (const listener of listeners) listener({ initialized } as State);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { tell, listeners, isOver: () => isOver };
}

test('N19 the frame is drawn together with a page that comes soon', async () => {
  const { tell, listeners, isOver } = waitForPage();
  await tell(false);
  await vi.advanceTimersByTimeAsync(399);
  expect(isOver()).toBe(false);
  await tell(true);
  expect(isOver()).toBe(true);
  expect(listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('N19 the frame is drawn alone when the page is late', async () => {
  const { tell, listeners, isOver } = waitForPage();
  await tell(false);
  await vi.advanceTimersByTimeAsync(400);
  expect(isOver()).toBe(true);
  expect(listeners.size).toBe(0);
});
