import { afterEach, expect, test, vi } from 'vitest';
import { loadFormatsAhead } from '#/client/platform/i18n/formatsAhead.ts';

afterEach(() => void vi.unstubAllGlobals());

test('N19 the rules for numbers and dates of the language are loaded in a worker', () => {
  const told: unknown[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      constructor(url: unknown) {
        told.push(String(url));
      }
      postMessage(locale: string) {
        told.push(locale);
      }
    },
  );
  loadFormatsAhead('uk');
  expect(told).toEqual([expect.stringContaining('formatsWorker'), 'uk']);
});

test('N19 a browser that refuses the worker shows the page all the same', () => {
  vi.stubGlobal('Worker', () => {
    throw new DOMException('refused', 'SecurityError');
  });
  expect(() => loadFormatsAhead('ru')).not.toThrow();
});
