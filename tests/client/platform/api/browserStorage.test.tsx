import { expect, test, vi } from 'vitest';
import { siteStorage, windowStorage } from '#/client/platform/api/browserStorage.ts';
import { rememberPlayer, useStoredUser } from '#/client/platform/api/session.ts';

const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

test('E6 a full storage keeps its old values, and new ones stay while the page is open', () => {
  localStorage.setItem('old', '1');
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);
  expect(siteStorage.setItem('new', '2')).toBe(false);
  expect(siteStorage.setItem('old', '3')).toBe(false);
  expect(['new', 'old'].map((key) => siteStorage.getItem(key))).toEqual(['2', '3']);
  setItem.mockRestore();
  expect(siteStorage.setItem('new', '4')).toBe(true);
  expect([siteStorage.getItem('new'), localStorage.getItem('new')]).toEqual(['4', '4']);
  siteStorage.removeItem('old');
  expect([siteStorage.getItem('old'), localStorage.getItem('old')]).toEqual([null, null]);
  siteStorage.clear();
  expect([siteStorage.getItem('new'), localStorage.getItem('new')]).toEqual([null, null]);
});

test.for([
  [
    'throws',
    () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  ],
  ['is missing', () => null as unknown as Storage],
] as const)('E6 nothing throws if the storage of the browser %s', ([, find]) => {
  const storage = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(find);
  expect(windowStorage.getItem('key')).toBeNull();
  expect(windowStorage.setItem('key', 'value')).toBe(false);
  expect(windowStorage.getItem('key')).toBe('value');
  windowStorage.removeItem('key');
  expect(windowStorage.getItem('key')).toBeNull();
  windowStorage.clear();
  // the document is set back with its storage
  storage.mockRestore();
});

test('E6 the player is known without room in the storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);
  rememberPlayer({ email: 'demo@example.org', server: 'everest', premiumCoins: 5 }, true, 'ABC');
  expect(useStoredUser.getState().user?.email).toBe('demo@example.org');
});
