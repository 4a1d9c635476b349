import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('../../../src/', import.meta.url));
const stores = fileURLToPath(new URL('stores.ts', import.meta.url));

/**
 * Exported functions that component tests may answer for. In all of these tests they are spies, so a test writes
 * `vi.mocked(call).mockResolvedValue(…)`; one that says nothing gets the real function. `vi.mock` would do the same
 * for one file, but a file that uses it cannot share a document, and so loads all modules again.
 */
const SPIED: Record<string, readonly string[]> = {
  'client/areas/shop/payment/leaveFor.ts': ['leaveFor'],
  'client/domain/forms/captcha.ts': ['captchaAhead', 'withCaptcha'],
  'client/platform/api/api.ts': ['call', 'request'],
  'client/platform/api/live.ts': ['useLive', 'useLiveIsOpen'],
  'client/platform/media/sound.ts': ['play', 'unlockSound', 'unlockSoundByGesture'],
  'client/stage/index.ts': ['warmUpRoulette'],
};

const REAL = '?real';

/** Puts a module with spies in the place of each module of `SPIED`, and `stores.ts` in the place of Zustand. */
export function spiedModules(): Plugin {
  return {
    name: 'spied modules',
    enforce: 'pre',
    resolveId: (id, importer) => (id === 'zustand' && importer?.startsWith(source) ? stores : null),
    load(id) {
      const names = id.startsWith(source) && SPIED[id.slice(source.length)];
      if (!names) return null;
      const real = JSON.stringify(id + REAL);
      return [
        `import { vi } from 'vitest';`,
        `import * as real from ${real};`,
        `export * from ${real};`,
        ...names.map((name) => `export const ${name} = vi.fn(real.${name});`),
      ].join('\n');
    },
  };
}
