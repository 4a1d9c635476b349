import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEPARATORS } from '#/contract/operator/figures/exports.ts';
import { csvLine } from '#/server/domain/figures/csv.ts';
import { csvLines } from '#/server/domain/figures/csvLines.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Beginnings and parts that matter to a spreadsheet, among any others. */
const parts = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  '\t',
  '\r',
  '\n',
  ',',
  ';',
  '"',
  "'",
  ' ',
  '\u00A0',
  '0',
  '12.5',
  '-3',
  'a',
  'Ї',
  '🚗',
];
const cell = fc.oneof(
  fc.constant(null),
  fc.array(fc.constantFrom(...parts), { maxLength: 4 }).map((chosen) => chosen.join('')),
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/\0|[\uD800-\uDFFF]/g, '')),
);

test('O26 the database writes the same lines as the site, whatever the texts', async () => {
  for (const separator of SEPARATORS)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, fc.integer()), { minLength: 1, maxLength: 40 }),
        async (rows) => {
          const from = sql`FROM json_to_recordset(${JSON.stringify(
            rows.map(([first, second, count], id) => ({ id, first, second, count })),
          )}::json) AS r (id int, first text, second text, count int)`;
          const columns = [
            { text: sql`r.first`, isPlain: false },
            { text: sql`r.count::text`, isPlain: true },
            { text: sql`r.second`, isPlain: false },
          ];
          const { rows: read } = await app.deps.db.execute<{ rows: number; lines: string }>(
            csvLines(columns, from, separator),
          );
          expect(read[0]).toEqual({
            rows: rows.length,
            lines: rows
              .map(([first, second, count]) => csvLine([first, String(count), second], separator))
              .join(''),
          });
        },
      ),
      { numRuns: 100 },
    );
});

test('O26 a file without rows has no lines', async () => {
  const from = sql`FROM (SELECT 1 AS id, 'a' AS first) r WHERE false`;
  const { rows } = await app.deps.db.execute(
    csvLines([{ text: sql`r.first`, isPlain: false }], from, 'comma'),
  );
  expect(rows).toEqual([{ rows: 0, lines: '' }]);
});
