import './pageConfigElement.ts';
import '#/client/platform/theme/tokens.css';
import '#/client/platform/theme/global.css';
import type { ToastManager } from '@base-ui/react/toast';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { sendBy } from '#/client/platform/api/api.ts';
import { queryClient } from '#/client/platform/api/queryClient.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { showNoticesIn } from '#/client/ui/feedback/notify.ts';
import { resetStores } from './stores.ts';
import { setEnglish } from './texts.ts';

/**
 * Prepares a document for tests of components, and after each test sets back what tests share: so they may run in any
 * order, and files share a document. Mocks and spies are set back by Vitest (`vitest.config.ts`).
 */

const address = location.href;
const frames = [document.documentElement, document.body].map((element) => ({
  element,
  attributes: [...element.attributes],
}));
const ownTuning = structuredClone(tuning);

const nobody = { add: () => '' } as unknown as ToastManager;

// a call that a test does not answer waits, and notices are shown to nobody
sendBy(() => new Promise(() => {}));
showNoticesIn(nobody);

await setEnglish();

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(async () => {
  await cleanup();
  vi.useRealTimers();
  await setEnglish();
  showNoticesIn(nobody);
  queryClient.clear();
  resetStores();
  setBack(tuning, ownTuning);
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie}; Path=/; Max-Age=0`;
  history.replaceState(null, '', address);
  document.body.replaceChildren();
  for (const { element, attributes } of frames) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
    for (const { name, value } of attributes) element.setAttribute(name, value);
  }
  // what is written to the console without being expected fails the test, and is told whole
  for (const said of vi.mocked(console.error).mock.calls) expect.fail(`on the console: ${said.join(' ')}`);
});

/** Gives an object and those within it the values of its copy. */
function setBack<T extends object>(object: T, copy: T): void {
  for (const key of Object.keys(copy) as (keyof T)[]) {
    const [now, then] = [object[key], copy[key]];
    if (typeof now === 'object' && now !== null) setBack(now, then as typeof now);
    else object[key] = then;
  }
}
