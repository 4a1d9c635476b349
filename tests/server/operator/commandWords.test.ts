import { expect, test } from 'vitest';
import { commandWords } from '#/server/operator/operator.ts';

const ID = '-Zk_3x-Q9Te9vBHNYt8SVk';
const DOUBLE = '--k_3x-Q9Te9vBHNYt8SVk';
const read = (...words: string[]) => {
  const { values, positionals } = commandWords({
    args: words,
    options: { before: { type: 'string' }, reason: { type: 'string' }, dry: { type: 'boolean' } },
    allowPositionals: true,
  });
  return { ...values, words: positionals };
};

test('N6 an id that begins with a dash is an id, as a word and as the value of an option', () => {
  for (const id of [ID, DOUBLE]) {
    expect(id).toHaveLength(22);
    expect(read('show', id)).toEqual({ words: ['show', id] });
    expect(read('refund', id, 'more', '--reason', 'a gift', '--dry')).toEqual({
      words: ['refund', id, 'more'],
      reason: 'a gift',
      dry: true,
    });
    expect(read('list', '--before', id)).toEqual({ words: ['list'], before: id });
    expect(read('list', `--before=${id}`)).toEqual({ words: ['list'], before: id });
  }
});

test('N6 an unknown option and an option without its value are refused', () => {
  expect(() => read('list', '--bfore', 'x')).toThrow(/--bfore/);
  expect(() => read('list', '--before')).toThrow(/--before/);
  expect(() => read('list', '--before', '--reason', 'x')).toThrow(/--before/);
});
