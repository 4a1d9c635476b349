import { expect, test } from 'vitest';
import { startTrouble } from '#/server/startTrouble.ts';

const failed = (message: string, facts: Record<string, string> = {}) =>
  Object.assign(new Error(message), facts);

const TROUBLES: [name: string, error: Error, words: RegExp][] = [
  ['a taken port', failed('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen' }), /another PORT/],
  ['a forbidden port', failed('listen EACCES', { code: 'EACCES', syscall: 'listen' }), /another PORT/],
  [
    'an address of another machine',
    failed('listen EADDRNOTAVAIL', { code: 'EADDRNOTAVAIL', syscall: 'listen', address: '1.2.3.4' }),
    /no address 1\.2\.3\.4: set another HOST/,
  ],
  [
    'a host that is not found',
    failed('getaddrinfo ENOTFOUND web', { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'web' }),
    /^HOST is not found/,
  ],
  [
    'a database that is not found',
    failed('getaddrinfo ENOTFOUND db', { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db' }),
    /DATABASE_URL does not answer/,
  ],
  [
    'a database that is not there',
    failed('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }),
    /DATABASE_URL does not answer/,
  ],
  [
    'a database that falls silent',
    failed('Connection terminated unexpectedly'),
    /DATABASE_URL does not answer/,
  ],
  ['an address that is none', failed('Invalid URL', { code: 'ERR_INVALID_URL' }), /DATABASE_URL must be/],
  ['a wrong password', failed('password authentication failed', { code: '28P01' }), /DATABASE_URL refuses/],
  [
    'a user without rights',
    failed('permission denied for schema public', { code: '42501' }),
    /permission denied for schema public.*owner of the database/,
  ],
  [
    'a database whose connections are all taken',
    failed('sorry, too many clients already', { code: '53300' }),
    /no room for another connection.*POOL_SIZE/,
  ],
  [
    'a pooler whose connections are all taken',
    failed('no more connections allowed (max_client_conn)', { code: '08P01' }),
    /no room for another connection.*POOL_SIZE/,
  ],
  [
    'a full disk',
    failed('could not write init file', { code: '53100' }),
    /free some space on it.*with all of DATA_DIR/,
  ],
  ['a file for a folder', failed('mkdir', { code: 'EEXIST', syscall: 'mkdir' }), /another DATA_DIR/],
  ['a folder of somebody else', failed('open', { code: 'EACCES', syscall: 'open' }), /another DATA_DIR/],
];

for (const [name, error, words] of TROUBLES)
  test(`N4 N5 a start that fails says what to change: ${name}`, () => {
    expect(startTrouble(error, 'web')).toMatch(words);
  });

test('N4 N5 a sentence that is one already stays as it is', () => {
  expect(startTrouble(new Error('PORT must be a whole number.'), undefined)).toBe(
    'PORT must be a whole number.',
  );
});
