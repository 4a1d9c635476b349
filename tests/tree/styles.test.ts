import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));

/** The arguments of every call of a CSS function. */
function callsOf(name: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`${name}\\(`, 'g'))].map(({ index }) => {
    let depth = 0;
    let at = index;
    do {
      if (text[at] === '(') depth += 1;
      if (text[at] === ')') depth -= 1;
      at += 1;
    } while (at < text.length && (depth > 0 || !text.slice(index, at).includes('(')));
    return text.slice(index, at);
  });
}

test('an underline with a style or a thickness is set by single properties: WebKit drops such a shorthand', () => {
  const dropped = sheets
    .filter(({ text }) => /text-decoration: *[\w-]+ +[^;]/.test(text))
    .map(({ file }) => file);
  expect(dropped).toEqual([]);
});

test('painted stripes have no mixed colours, which Firefox draws as hairlines', () => {
  expect(sheets.length).toBeGreaterThan(100);
  const mixed = sheets.flatMap(({ file, text }) => {
    const names = [...text.matchAll(/(--[\w-]+):\s*color-mix\(/g)].map(([, name]) => `var(${name})`);
    return callsOf('repeating-linear-gradient', text)
      .filter((call) => call.includes('color-mix(') || names.some((name) => call.includes(name)))
      .map(() => file);
  });
  expect(mixed).toEqual([]);
});

test('N20 the width of a column of text does not depend on the font that is drawn at the moment', () => {
  // the unit `ch` is a digit of that font, so the column would grow when the font comes, and its lines break anew
  const growing = sheets.filter(({ text }) => /max-width:[^;]*\dch\b/.test(text)).map(({ file }) => file);
  expect(growing).toEqual([]);
});

test('a font is asked only for weights that its files have', () => {
  const faces = readFileSync('src/client/platform/theme/fonts.css', 'utf8').split('@font-face').slice(1);
  const weightsOf = (family: string) =>
    faces
      .filter((face) => face.includes(`font-family: '${family}';`))
      .map((face) => /font-weight: (\d+) (\d+);/.exec(face)!.slice(1).map(Number) as [number, number]);
  const families = { head: 'Tektur', text: 'Onest', mono: 'Martian Mono' };
  const asked = Object.entries(families).flatMap(([name, family]) =>
    sheets.flatMap(({ file, text }) =>
      [...text.matchAll(new RegExp(`font: (\\d+) [^;]*var\\(--f-${name}\\)`, 'g'))].map(([, weight]) => ({
        file,
        weight: Number(weight),
        weights: weightsOf(family),
      })),
    ),
  );
  expect(asked.length).toBeGreaterThan(100);
  const missing = asked.filter(
    ({ weight, weights }) => !weights.every(([from, to]) => from <= weight && weight <= to),
  );
  expect(missing).toEqual([]);
});
