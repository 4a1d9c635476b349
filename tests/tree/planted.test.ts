import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { plant, PLANTED_BUGS, titlePattern } from '../prove/planted/bugs.ts';

/*
 * Keeps the list of `npm run prove:planted` valid: it fails when code moves or a test is renamed, without running
 * any bug.
 */

test('T23 at least thirty different bugs can be planted', () => {
  expect(new Set(PLANTED_BUGS.map(({ bug }) => bug)).size).toBe(PLANTED_BUGS.length);
  expect(PLANTED_BUGS.length).toBeGreaterThanOrEqual(30);
});

describe.each(PLANTED_BUGS)('T23 $bug', (one) => {
  test('can be planted at exactly one place', () => {
    const source = readFileSync(one.file, 'utf8');
    expect(plant(one, source)).not.toBe(source);
  });

  test('names one test that is there', () => {
    expect(existsSync(one.test), one.test).toBe(true);
    const titles = readFileSync(one.test, 'utf8')
      .split('\n')
      .filter((line) => line.includes(one.name));
    expect(titles, one.name).toEqual([
      expect.stringMatching(/^\s*(?:test\(|\]\)\(|test\.each\(.*\)\(|['`])/),
    ]);
  });
});

test('T23 a bug that fits into a file twice, or not at all, is refused', () => {
  const bug = { ...PLANTED_BUGS[0]!, file: 'src/a.ts', text: 'if (a)', replacement: '' };
  expect(() => plant(bug, 'if (b) c;')).toThrow('src/a.ts holds this text nowhere');
  expect(() => plant(bug, 'if (a) b; if (a) c;')).toThrow('src/a.ts holds this text more than once');
});

test('T23 a title with placeholders stands for each of its tests', () => {
  const pattern = new RegExp(titlePattern('%s (once) of %i'));
  expect(['N4 a sum (once) of 3', 'N4 a sum once of 3'].map((name) => pattern.test(name))).toEqual([
    true,
    false,
  ]);
});
