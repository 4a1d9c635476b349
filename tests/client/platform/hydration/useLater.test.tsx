import { expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { holdBack, useLater, whenIdle } from '#/client/platform/hydration/useLater.ts';

/** Waits until the browser has been idle, so that everything that waits for that was called. */
const idle = () => new Promise((resolve) => void requestIdleCallback(resolve));

test('N19 what can wait is held back while a page is loading, though the browser is idle', async () => {
  const show = holdBack();
  const call = vi.fn();
  const cancelled = vi.fn();
  whenIdle(call);
  const cancel = whenIdle(cancelled);
  await idle();
  await idle();
  expect(call).not.toHaveBeenCalled();
  cancel();
  show();
  await expect.poll(() => call.mock.calls.length).toBe(1);
  await idle();
  expect(cancelled).not.toHaveBeenCalled();
});

test('N19 without a page that is loading it is called as soon as the browser is idle, unless it was cancelled', async () => {
  const call = vi.fn();
  const cancelled = vi.fn();
  whenIdle(call);
  whenIdle(cancelled)();
  await expect.poll(() => call.mock.calls.length).toBe(1);
  await idle();
  expect(cancelled).not.toHaveBeenCalled();
});

test('N19 a part that is wanted is loaded at once', async () => {
  const show = holdBack();
  const load = vi.fn(async () => 'the part');
  const hook = await renderHook((isNeeded?: boolean) => useLater(load, isNeeded), { initialProps: false });
  await idle();
  expect(load).not.toHaveBeenCalled();
  await hook.rerender(true);
  await expect.poll(() => hook.result.current).toBe('the part');
  show();
});
