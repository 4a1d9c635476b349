import { afterEach, beforeEach, expect, vi } from 'vitest';

/** A test that writes an error to the console without expecting it has found a fault. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
});
