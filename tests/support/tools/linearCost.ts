/** Runs of characters that many patterns match, with ends that make the match fail late. */
const RUNS = [
  '1',
  'a',
  'Z',
  'я',
  ' ',
  '.',
  '@',
  '-',
  '_',
  '/',
  ';',
  ',',
  '=',
  '"',
  '\n',
  'a1',
  '1a',
  'a.',
  '.a',
  'a@',
  '1 ',
  'Version/',
];
const ENDS = ['', '!', ' ', '@', '1', 'a'];
/**
 * Largest ratio of the costs of a text and one of an eighth of its length: linear, with a margin for a busy machine.
 */
const MAX_RATIO = 32;
/** Shorter times are too inexact for a ratio. */
const FLOOR_MS = 10;
const REPEATS = 16;
/** Measurements that take longer are not repeated. */
const GRACE_MS = 1000;

/** Texts of this length that a pattern refuses most slowly. */
function worstTexts(length: number): string[] {
  return RUNS.flatMap((run) => {
    const body = run.repeat(Math.ceil(length / run.length));
    return ENDS.map((end) => body.slice(0, length - end.length) + end);
  });
}

function millisecondsOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/**
 * Finds a text whose cost grows faster than its length.
 * @param length characters of the longer text, whose cost is compared with that of an eighth of it
 * @returns a sentence about the first one; undefined if there is none
 */
export function superlinearText(length: number, read: (text: string) => unknown): string | undefined {
  const short = worstTexts(length / 8);
  for (const [at, text] of worstTexts(length).entries()) {
    const measure = (input: string) => millisecondsOf(() => read(input));
    let longMs = measure(text);
    if (longMs <= FLOOR_MS) continue;
    let shortMs = measure(short[at]!);
    // takes the shortest of several runs, because other work on the machine only adds time
    for (let repeat = 1; repeat < REPEATS && longMs > Math.max(FLOOR_MS, MAX_RATIO * shortMs); repeat++) {
      shortMs = Math.min(shortMs, measure(short[at]!));
      if (longMs < GRACE_MS) longMs = Math.min(longMs, measure(text));
    }
    if (longMs > Math.max(FLOOR_MS, MAX_RATIO * shortMs))
      return `${JSON.stringify(text.slice(0, 12))}… of ${text.length} characters takes ${Math.round(longMs)} ms, an eighth of it ${shortMs.toFixed(1)} ms`;
  }
  return undefined;
}
