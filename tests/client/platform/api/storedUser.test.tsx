import { afterEach, expect, test } from 'vitest';
import { forgetUserWithoutToken, rememberPlayer, useStoredUser } from '#/client/platform/api/session.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';

const player = { email: 'demo@example.org', server: 'everest', premiumCoins: 5 };

afterEach(() => {
  document.cookie = `${TOKEN_COOKIE}=; Path=/; Max-Age=0`;
  localStorage.clear();
});

test('S15 without a token nothing of a stored user is left, whoever wrote it', () => {
  rememberPlayer(player, true, 'ABC');
  forgetUserWithoutToken();
  expect(useStoredUser.getState().user).toBeNull();
  for (const key of ['user', 'isTwoFa', 'userPromoCode']) expect(localStorage.getItem(key)).toBeNull();
  localStorage.setItem('user', JSON.stringify(player));
  forgetUserWithoutToken();
  expect(localStorage.getItem('user')).toBeNull();
});

test('S15 with a token the player stays signed in', () => {
  document.cookie = `${TOKEN_COOKIE}=handle; Path=/`;
  rememberPlayer(player, false, 'ABC');
  forgetUserWithoutToken();
  expect(useStoredUser.getState().user).toEqual(player);
  expect(localStorage.getItem('user')).not.toBeNull();
});
