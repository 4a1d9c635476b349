import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { books } from '#/server/domain/books/books.ts';
import { invariants } from '#/server/domain/books/invariants.ts';

/* Codes lead somewhere: rows of docs/spec.md and docs/proofs.md, the titles of tests, and the comments of the source. */

const CODE = /^(?:I\d+\.\w+|[A-Z]{1,2}\d+)$/;
const read = (file: string) => readFileSync(file, 'utf8');
const rowsOf = (text: string) => [...text.matchAll(/^- \*\*(\w+)\*\* \S/gm)].map(([, code]) => code!);
const proofsOf = (text: string) =>
  [...text.matchAll(/^(?:\| |- \*\*)((?:[TGK]\d+(?:, | and )?)+)/gm)].flatMap(([, codes]) =>
    codes!.split(/, | and /).filter(Boolean),
  );

/** The codes a title begins with: "S2 E2 a code" has two. */
function codesOf(title: string): string[] {
  const words = title.split(/[ ,:]+/);
  const at = words.findIndex((word) => !CODE.test(word));
  return at < 0 ? words : words.slice(0, at);
}

/** The codes in parentheses: "(C6, R5)", "(R1 to R7)", "(PF1, check 7)". */
const codesInParentheses = (comment: string) =>
  [...comment.matchAll(/\(([^()]*)\)/g)].flatMap(([, inside]) =>
    inside!.split(/[^\w.+%-]+/).filter((word) => CODE.test(word)),
  );

interface Named {
  file: string;
  titles: string[];
  /** The first texts of the rows of tables; where a title begins with `%s`, one of them stands there. */
  inTables: string[];
  comments: string[];
}

/** The titles of tests and the comments of a file. */
function namedIn(file: string, text: string): Named {
  const { program, comments } = parseSync(file, text);
  const titles: string[] = [];
  const firsts: string[] = [];
  new Visitor({
    ArrayExpression({ elements: [first] }) {
      if (first?.type === 'Literal' && typeof first.value === 'string') firsts.push(first.value);
    },
    CallExpression({ callee, arguments: [first] }) {
      let root = callee;
      while (root.type === 'MemberExpression' || root.type === 'CallExpression')
        root = root.type === 'MemberExpression' ? root.object : root.callee;
      if (root.type !== 'Identifier' || !['test', 'describe', 'it'].includes(root.name)) return;
      if (first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && typeof first.value === 'string'))
        titles.push(text.slice(first.start + 1, first.end - 1));
    },
  }).visit(program);
  const inTables = titles.some((title) => title.startsWith('%s')) ? firsts : [];
  return { file, titles, inTables, comments: comments.map(({ value }) => value.replace(/\n\s*\*/g, ' ')) };
}

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'tests'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file));
const tree = files.map((file) => namedIn(file, read(file)));
const rows = rowsOf(read('docs/spec.md'));
const known = new Set([...rows, ...proofsOf(read('docs/proofs.md'))]);

describe('codes', () => {
  test('every row of docs/spec.md has a code of its own', () => {
    expect(rows.length).toBeGreaterThan(120);
    expect(rows.filter((code, at) => rows.indexOf(code) !== at || !CODE.test(code))).toEqual([]);
  });

  test('titles of tests begin with those of rows', () => {
    const unknown = tree.flatMap(({ file, titles }) =>
      titles
        .filter((title) => codesOf(title).some((code) => !known.has(code)))
        .map((title) => `${file}: ${title}`),
    );
    expect(tree.flatMap(({ titles }) => titles.flatMap(codesOf)).length).toBeGreaterThan(500);
    expect(unknown).toEqual([]);
  });

  test('comments of the source name those of rows', () => {
    const named = tree
      .filter(({ file }) => file.startsWith('src/'))
      .flatMap(({ file, comments }) => comments.flatMap(codesInParentheses).map((code) => ({ file, code })));
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter(({ code }) => !known.has(code))).toEqual([]);
  });

  test('names of books begin with those of rows', () => {
    const names = [...Object.keys(invariants), ...books.keys()];
    expect(names.filter((name) => codesOf(name).length !== 1 || !rows.includes(codesOf(name)[0]!))).toEqual(
      [],
    );
  });

  test('every row is named by the title of a test', () => {
    const named = new Set(
      tree.flatMap(({ titles, inTables }) => [titles, inTables].flat().flatMap((title) => codesOf(title))),
    );
    expect(rows.filter((code) => !named.has(code))).toEqual([]);
  });
});

test('a planted code is found in a title, with and without a table, and in a comment', () => {
  const text = `/** Shows (T00, 14:00 UTC) nothing
    * (S99, Z0). */
    test('S2 ZZ1 a', () => {}); test.each([1])('I15.4 R2 b', () => {}); describe(\`X1: \${c}\`, () => {});`;
  const { titles, comments } = namedIn('planted.test.ts', text);
  expect(titles.map(codesOf)).toEqual([['S2', 'ZZ1'], ['I15.4', 'R2'], ['X1']]);
  expect(comments.flatMap(codesInParentheses)).toEqual(['T00', 'S99', 'Z0']);
});
