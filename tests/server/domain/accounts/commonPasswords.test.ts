import { describe, expect, test } from 'vitest';
import { isCommonPassword } from '#/server/domain/accounts/password.ts';

describe('A7 common passwords', () => {
  test.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'passw0rd123',
    'qwertyuiop',
    'Qwerty123',
    '1q2w3e4r5t',
    '1qaz2wsx',
    'zaq12wsx',
    'iloveyou',
    'letmein1',
    'football',
    'baseball1',
    'superman!',
    'trustno1',
    'sunshine',
    'princess1',
    'admin123',
    'welcome1',
    'abcd1234',
    'abc12345',
    'asdfghjkl',
    'monkey123',
    'dragon123',
    '12345678a',
    'a1234567',
    'aaaaaaaa',
    'abababab',
    'onerp2024',
    'OneCoins1',
    'everest1',
    'gfhjkm123',
    'пароль123',
    'йцукенгшщзхъ',
    'dimadima',
    'kiev2015',
  ])('%s is refused', (password) => {
    expect(isCommonPassword(password, 'player', 'player@example.org')).toBe(true);
  });

  test.each([
    'Kopiyka-49-tram',
    'correct-horse-battery',
    'Xk29vQpl3',
    'дощ-на-склі-42',
    'nightdrive-blvd',
    'vT7%ru0!zq',
  ])('%s is taken', (password) => {
    expect(isCommonPassword(password, 'player', 'player@example.org')).toBe(false);
  });
});
