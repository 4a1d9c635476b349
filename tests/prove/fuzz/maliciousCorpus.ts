import { randomOf } from '../../support/app/random.ts';
import corpus from './maliciousCorpus.json' with { type: 'json' };

/** Strings that break careless code, by class (T11); every class has at least 15. */
export const MALICIOUS: Record<string, readonly string[]> = {
  ...corpus,
  // halves of pairs are no JSON for every reader
  unicode: [...corpus.unicode, '\uD800', '\uDC00'],
};

const ENCODINGS: ((text: string) => string)[] = [
  (text) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '')),
  (text) => Buffer.from(text).toString('base64'),
  (text) => ` ${text} `,
  (text) => `everest${text}`,
  (text) => `${text}${text}`,
  (text) => text.toUpperCase(),
];

/**
 * Returns this many strings, of all classes in turn, the same ones every time. Beyond the corpus, strings are
 * made by encoding its strings and by joining two of them.
 */
export function maliciousStrings(count: number): string[] {
  const classes = Object.values(MALICIOUS);
  const rounds = Math.max(...classes.map((each) => each.length));
  const plain = Array.from({ length: rounds }, (_, at) =>
    classes.flatMap((each) => each.slice(at, at + 1)),
  ).flat();
  const { below } = randomOf(11);
  const strings = new Set(plain);
  while (strings.size < count) {
    const text = plain[below(plain.length)]!;
    strings.add(
      (below(2) === 0 ? ENCODINGS[below(ENCODINGS.length)]!(text) : text + plain[below(plain.length)]!).slice(
        0,
        12_000,
      ),
    );
  }
  return [...strings].slice(0, count);
}
