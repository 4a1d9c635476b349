import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Fails a test that writes an error to the console without expecting it. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
});
