import { expect, test } from 'vitest';
import { SEPARATORS } from '#/contract/operator/figures/exports.ts';
import { csvLine } from '#/server/domain/figures/csv.ts';

test('O26 fields with separators, quotes and lines are quoted, and lines end as spreadsheets expect', () => {
  expect(csvLine(['a', 'b,c', 'say "x"', 'two\nlines', null, ''], 'comma')).toBe(
    'a,"b,c","say ""x""","two\nlines",,\r\n',
  );
  expect(csvLine(['b,c', 'd;e'], 'semicolon')).toBe('b,c;"d;e"\r\n');
  expect(csvLine(['b\tc', 'd;e'], 'tab')).toBe('"b\tc"\td;e\r\n');
});

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '-',
  '--1',
  '-1e9',
])('O26 %j is never run by a spreadsheet', (text) => {
  expect(csvLine([text], 'comma').replace(/^"/, '')).toMatch(/^'/);
});

test('O26 numbers stay numbers, negative ones too', () => {
  expect(csvLine(['-12.34', '0.05', '7', '-3'], 'semicolon')).toBe('-12.34;0.05;7;-3\r\n');
});

test.each(SEPARATORS)(
  'O26 a formula behind the separator of another file is not run in a file with %s',
  (own) => {
    const texts = [',', ';', '\t', '\n', '\r'].flatMap((sign) =>
      ['=1', ' +1', '"-1', '""@x', '\u00A0＝1', `${sign}=1`].map((formula) => `Bob${sign}${formula}`),
    );
    const cells = csvLine(['x', ...texts], own).split(/[,;\t\r\n]/);
    expect(cells.filter((cell) => /^[\s"]*[=+@＝＋－＠-]/.test(cell))).toEqual([]);
  },
);
