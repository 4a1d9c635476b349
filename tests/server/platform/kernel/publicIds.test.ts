import { expect, test } from 'vitest';
import { csvLine } from '#/server/domain/figures/csv.ts';
import { newPublicId } from '#/server/platform/kernel/codes.ts';

/** Random bytes that begin with these, one call after the other. */
const drawn = (...firstBytes: number[]) => ({
  randomBytes: (size: number) => Buffer.alloc(size).fill(firstBytes.shift() ?? 0, 0, 1),
});

/** The character with this number of base64url, as the first six bits of a byte. */
const first = (character: number) => character << 2;
const HYPHEN = 62;

test('O26 a file has the id of an order as it is, because no id begins like a formula or an option', () => {
  expect(drawn(first(HYPHEN)).randomBytes(16).toString('base64url')).toMatch(/^-/);
  expect(newPublicId(drawn(first(HYPHEN), first(HYPHEN), first(1)))).toBe(`B${'A'.repeat(21)}`);
  for (let character = 0; character < 64; character++) {
    const id = newPublicId(drawn(first(character)));
    expect(csvLine([id], 'comma')).toBe(`${id}\r\n`);
  }
});
