import { expect, onTestFinished, test, vi } from 'vitest';
import { onSessionReplaced, tokenOfRequest } from '#/client/platform/api/token.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';

const setToken = (token: string) => {
  document.cookie = `${TOKEN_COOKIE}=${token}; Path=/`;
};
const removeToken = () => {
  document.cookie = `${TOKEN_COOKIE}=; Path=/; Max-Age=0`;
};

/** Watches the session of a page that was loaded with this token, or without one. */
function watch(token?: string) {
  if (token) setToken(token);
  const changed = vi.fn();
  const end = onSessionReplaced(changed);
  onTestFinished(() => {
    end();
    removeToken();
  });
  return changed;
}

test.each([
  ['another tab empties the storage', () => dispatchEvent(new StorageEvent('storage', { key: null }))],
  ['the back button shows the page as it was', () => dispatchEvent(new PageTransitionEvent('pageshow'))],
  ['the page is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('L4 a page whose session is gone is told once when %s', (_, happen) => {
  const changed = watch('handle');
  happen();
  expect(changed).not.toHaveBeenCalled();
  removeToken();
  happen();
  happen();
  expect(changed).toHaveBeenCalledTimes(1);
});

test('L4 a page is told that its browser has signed in to another account', () => {
  const changed = watch('handle');
  setToken('another');
  dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(changed).toHaveBeenCalledTimes(1);
});

test('L4 a page that is being left after its own sign-out is not loaded again', () => {
  const changed = watch('handle');
  removeToken();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(changed).not.toHaveBeenCalled();
});

test('L4 a sign-in elsewhere takes nothing from the page of a visitor', () => {
  const changed = watch();
  setToken('handle');
  dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(changed).not.toHaveBeenCalled();
});

test('L4 a page of a visitor that has asked for the data of a player is told when the session is gone', () => {
  const changed = watch();
  setToken('handle');
  expect(tokenOfRequest()).toBe('handle');
  dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(changed).not.toHaveBeenCalled();
  removeToken();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(changed).toHaveBeenCalledTimes(1);
});
