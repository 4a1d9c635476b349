import { expect, test } from 'vitest';
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
