import { expect, onTestFinished, test, vi } from 'vitest';
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

test('E3 a part that does not load is asked for again, until the page no longer has it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let failures = 2;
  const load = vi.fn(async () => {
    failures -= 1;
    if (failures >= 0) throw new TypeError('Failed to fetch dynamically imported module: /assets/Part.js');
    return 'the part';
  });
  const hook = await renderHook(() => useLater(load, true));
  await vi.advanceTimersByTimeAsync(2000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(hook.result.current).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(load).toHaveBeenCalledTimes(3);
  await expect.poll(() => hook.result.current).toBe('the part');

  const never = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
  const left = await renderHook(() => useLater(never, true));
  await vi.advanceTimersByTimeAsync(0);
  await left.unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(never).toHaveBeenCalledTimes(1);
});
