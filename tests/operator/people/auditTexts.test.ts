import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';

/** Folders with the acts of operators, in the browser and in the shell. */
const FOLDERS = ['src/server/areas/operator', 'src/server/domain/operators', 'src/server/operator'];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
);
const textsOf = (locale: string) =>
  JSON.parse(readFileSync(`locales/${locale}/operator.json`, 'utf8')) as Record<
    'acts' | 'targets',
    Record<string, string>
  >;
/** Names that the audit log knows. */
const [, declared = ''] =
  /type AuditEvent =([^;]+);/.exec(readFileSync('src/server/platform/kernel/audit.ts', 'utf8')) ?? [];
const events = [...declared.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);

test.each(LOCALES)('O6 the log names every act of an operator in %s', (locale) => {
  expect(events).toContain('changeStaff');
  const acts = events.filter((event) => sources.some((source) => source.includes(`'${event}'`)));
  expect(acts.length).toBeGreaterThan(25);
  expect(Object.keys(textsOf(locale).acts)).toEqual(expect.arrayContaining(acts));
});

test.each(LOCALES)('O6 the log names everything that an act is about in %s', (locale) => {
  const types = sources.flatMap((source) =>
    [...source.matchAll(/targetType: '(\w+)'|target: \{ type: '(\w+)'/g)].map(([, a, b]) => a ?? b ?? ''),
  );
  expect(types).toContain('order');
  expect(Object.keys(textsOf(locale).targets)).toEqual(expect.arrayContaining([...new Set(types)]));
});
