import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES, OPERATOR_ERROR_CODES } from '#/contract/kernel/errors.ts';
import { DEFAULT_LOCALE, LOCALES } from '#/contract/kernel/locale.ts';
import { ROOMS } from '../../boundaries.config.ts';
import { cruise } from '../support/tools/cruise.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(src|tests|locales)\//.test(file) && existsSync(file));
const sources = files
  .filter((file) => /\.(ts|tsx|css|json)$/.test(file) && !file.includes('/migrations/'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const inSrc = sources.filter(({ file }) => file.startsWith('src/'));

describe('boundaries', () => {
  test('the tree keeps them', async () => {
    const { modules, violations } = await cruise(process.cwd());
    expect(violations).toEqual([]);
    expect(modules).toBeGreaterThan(150);
  });

  const folder = mkdtempSync(join(tmpdir(), 'one-rp-boundaries-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('every module lies in a room of the list, and every room of the list stands', () => {
    const rooms = new Set(
      inSrc
        .filter(({ file }) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
        .map(({ file }) => dirname(file).slice('src/'.length)),
    );
    expect([...rooms].toSorted()).toEqual(ROOMS.toSorted());
  });

  test('floor: of every room an import of the next one in the list is reported', async () => {
    const root = mkdtempSync(join(folder, 'floors-'));
    for (const [at, room] of ROOMS.entries()) {
      mkdirSync(join(root, 'src', room), { recursive: true });
      const next = ROOMS[at + 1];
      const text = next ? `import '#/${next}/planted.ts';\n` : '';
      writeFileSync(join(root, 'src', room, 'planted.ts'), text);
    }
    const { violations } = await cruise(root);
    const found = violations.filter((violation) => violation.startsWith('floor: '));
    expect(found.toSorted()).toEqual(
      ROOMS.slice(0, -1)
        .map((room, at) => `floor: ${room}: src/${room}/planted.ts -> src/${ROOMS[at + 1]}/planted.ts`)
        .toSorted(),
    );
  });

  /** Imports that a rule forbids: rule, importing file, what it imports, the file that this is, and its text. */
  const FORBIDDEN = [
    ['no-cycles', 'src/client/app/a.ts', './b.ts', 'src/client/app/b.ts', "import './a.ts';"],
    ['contract-is-a-leaf', 'src/contract/c.ts', 'axios', 'node_modules/axios/index.js', ''],
    ['fair-draw-is-pure', 'src/contract/fair.ts', 'zod', 'node_modules/zod/index.js', ''],
    ['sides-meet-in-contract', 'src/client/app/d.ts', '#/server/e.ts', 'src/server/e.ts', ''],
    [
      'operators-have-a-program-of-their-own',
      'src/operator/platform/e.ts',
      '#/client/areas/shop/F.tsx',
      'src/client/areas/shop/F.tsx',
      '',
    ],
    ['adapters-stand-alone', 'src/games/ragemp/d.ts', '#/contract/e.ts', 'src/contract/e.ts', ''],
    ['areas-are-strangers', 'src/server/areas/shop/f.ts', '../cases/g.ts', 'src/server/areas/cases/g.ts', ''],
    [
      'ui-is-generic',
      'src/client/ui/inputs/H.tsx',
      '#/client/platform/api/session.ts',
      'src/client/platform/api/session.ts',
      '',
    ],
    [
      'stage-is-generic',
      'src/client/stage/host/I.tsx',
      '#/client/platform/api/session.ts',
      'src/client/platform/api/session.ts',
      '',
    ],
    [
      'stage-has-one-door',
      'src/client/areas/cases/J.tsx',
      '#/client/stage/host/StageHost.tsx',
      'src/client/stage/host/StageHost.tsx',
      '',
    ],
    ['scene-ts-is-pure', 'src/client/stage/reel/k.ts', 'gsap', 'node_modules/gsap/index.js', ''],
    [
      'playground-is-for-developers',
      'src/client/app/l.ts',
      '#/client/areas/playground/M.tsx',
      'src/client/areas/playground/M.tsx',
      '',
    ],
    ['no-tests-in-src', 'src/server/n.ts', '../../tests/o.ts', 'tests/o.ts', ''],
    ['one-door: axios', 'src/client/p.ts', 'axios', 'node_modules/axios/index.js', ''],
    ['one-door: howler', 'src/client/q.ts', 'howler', 'node_modules/howler/index.js', ''],
    ['one-door: pixi[.]js|@pixi|gsap', 'src/client/r.ts', 'gsap', 'node_modules/gsap/index.js', ''],
    ['one-door: drizzle-orm|pg', 'src/client/s.ts', 'pg', 'node_modules/pg/index.js', ''],
    [
      'decoders-run-apart',
      'src/server/areas/shop/u.ts',
      '#/server/domain/pictures/encodePicture.ts',
      'src/server/domain/pictures/encodePicture.ts',
      '',
    ],
    ['no-unresolved', 'src/client/t.ts', './nowhere.ts', 'src/client/u.ts', ''],
  ] as const;
  const STATEMENTS = [
    (specifier: string) => `import type { X } from '${specifier}';`,
    (specifier: string) => `void import('${specifier}');`,
  ];

  /** What is reported of a tree that has all forbidden imports, by each statement: the rule and the importing file. */
  let reported: string[][];
  beforeAll(async () => {
    reported = [];
    for (const statement of STATEMENTS) {
      const root = mkdtempSync(join(folder, 'tree-'));
      const write = (file: string, text: string) => {
        mkdirSync(dirname(join(root, file)), { recursive: true });
        writeFileSync(join(root, file), text);
      };
      for (const [, from, specifier, to, toText] of FORBIDDEN) {
        const module = /^node_modules\/([^/]+)\//.exec(to)?.[1];
        if (module) write(`node_modules/${module}/package.json`, `{"name":"${module}","main":"index.js"}`);
        write(to, toText);
        const element = extname(from) === '.tsx' ? 'export const A = () => <div className="a" />;' : '';
        write(from, `${statement(specifier)}\n${element}`);
      }
      const { violations } = await cruise(root);
      reported.push(violations.map((violation) => violation.split(' -> ', 1)[0]!));
    }
  });

  test.each(FORBIDDEN)('%s: a forbidden import is reported', (rule, from) => {
    for (const violations of reported) expect(violations).toContain(`${rule}: ${from}`);
  });
});

test('no file is longer than 300 lines', () => {
  const isExempt = (file: string) => /\.(json|d\.ts)$/.test(file);
  const long = sources.filter(({ file, text }) => !isExempt(file) && text.split('\n').length > 301);
  expect(long.map(({ file }) => file)).toEqual([]);
});

test('colours, fonts and durations come from the tokens', () => {
  const isStyled = /^src\/client\/.*\.(css|tsx?)$/;
  const isToken = /src\/client\/platform\/theme\/(tokens|fonts)\.css$|\.d\.ts$/;
  const literal =
    /#[0-9a-f]{3,8}\b(?![\w/-])|\brgba?\(|\boklch\(|\bhsla?\(|(?<![\w-])\d*\.?\d+m?s\b(?=[^'"]*[;,)])/i;
  const literalInCode = /['"`]#[0-9a-f]{3,8}['"`]|\brgba?\(|fontFamily:\s*['"`]/i;
  const font = /(?<![\w-])font(?:-family)?:(?<value>[^;{}]*)/g;
  const isGoodFont = (value = '') => /var\(--f-|^\s*inherit\s*$/.test(value);
  const found = inSrc
    .filter(({ file }) => isStyled.test(file) && !isToken.test(file))
    .flatMap(({ file, text }) => {
      const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
      const isCss = file.endsWith('.css');
      const lines = code.split('\n').filter((line) => (isCss ? literal : literalInCode).test(line));
      const fonts = isCss
        ? [...code.matchAll(font)].filter(({ groups }) => !isGoodFont(groups?.['value']))
        : [];
      return [...lines, ...fonts.map(([declaration]) => declaration)].map(
        (line) => `${file}: ${line.trim()}`,
      );
    });
  expect(found).toEqual([]);
});

test('texts a player reads are in locales', () => {
  const isText = /^src\/(client|contract|server\/(?!domain\/(catalogue\/files|accounts\/commonPasswords)))/;
  const found = inSrc.filter(
    ({ file, text }) =>
      isText.test(file) && !file.endsWith('i18nResources.d.ts') && /[\u0400-\u04FF]/.test(text),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});

describe('locales', () => {
  const PLURAL = /_(one|few|many|other)$/;
  const keysOf = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => keysOf(part, path ? `${path}.${key}` : key))
      : [path];
  const keysIn = (locale: string, namespace: string): string[] =>
    keysOf(JSON.parse(readFileSync(`locales/${locale}/${namespace}.json`, 'utf8')));
  const namespaces = files
    .filter((file) => file.startsWith(`locales/${DEFAULT_LOCALE}/`))
    .map((file) => file.replace(/.*\/(.*)\.json$/, '$1'));

  test.each(LOCALES)('%s has every text, with the plurals of its language', (locale) => {
    for (const namespace of namespaces) {
      const keys = keysIn(locale, namespace);
      const withoutPlurals = (all: string[]) =>
        [...new Set(all.map((key) => key.replace(PLURAL, '')))].toSorted();
      expect(withoutPlurals(keys), namespace).toEqual(withoutPlurals(keysIn(DEFAULT_LOCALE, namespace)));
      const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
      for (const key of keys.filter((one) => PLURAL.test(one)))
        for (const form of forms) expect(keys).toContain(key.replace(PLURAL, `_${form}`));
    }
  });

  test('no line of a page begins with a dash: the space before it does not break', () => {
    const pages = namespaces.filter((name) => name !== 'mail' && !name.startsWith('operator'));
    const torn = LOCALES.flatMap((locale) => pages.map((name) => `locales/${locale}/${name}.json`)).filter(
      // a title of a document is not broken
      (file) => readFileSync(file, 'utf8').replaceAll('ONE RP — ', '').includes(' — '),
    );
    expect(torn).toEqual([]);
  });

  test.each(LOCALES)('%s has a sentence for every error code', (locale) => {
    const said = [...keysIn(locale, 'errors'), ...keysIn(locale, 'operatorErrors')];
    expect(said).toEqual(expect.arrayContaining([...ERROR_CODES]));
    // what operators alone meet is kept out of what players load (O29)
    expect(keysIn(locale, 'operatorErrors').toSorted()).toEqual(OPERATOR_ERROR_CODES.toSorted());
    expect(new Set(said).size).toBe(said.length);
    // sentences that operators read in other words
    expect(keysIn(locale, 'errors')).toEqual(expect.arrayContaining(keysIn(locale, 'operatorFormal')));
  });

  test.each([
    [
      'ru',
      /(?<!\p{L})(ты|теб[яе]|тво\p{L}*|попробуй|проверь|обнови|введи|войди|выбери|укажи|подожди)(?!\p{L})/iu,
    ],
    [
      'uk',
      /(?<!\p{L})(ти|теб[еі]|тво\p{L}*|спробуй|перевір|онови|введи|увійди|вибери|вкажи|зачекай)(?!\p{L})/iu,
    ],
  ])('%s addresses operators formally', (locale, informal) => {
    const own = namespaces.filter((name) => name.startsWith('operator'));
    const lines = own.flatMap((name) => readFileSync(`locales/${locale}/${name}.json`, 'utf8').split('\n'));
    expect(lines.filter((line) => informal.test(line))).toEqual([]);
  });

  test.each([
    ['ru', /[іїєґ]/i],
    ['uk', /[ыэъё]/i],
    ['en', /[\u0400-\u04FF]/],
  ])('%s uses its own letters', (locale, foreign) => {
    const ownNames = /"(Русский|Українська)"/g;
    const lines = namespaces.flatMap((namespace) =>
      readFileSync(`locales/${locale}/${namespace}.json`, 'utf8').replaceAll(ownNames, '').split('\n'),
    );
    expect(lines.filter((line) => foreign.test(line))).toEqual([]);
  });
});
