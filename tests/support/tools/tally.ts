import { stripVTControlCharacters } from 'node:util';

/** Of each reason a test failed for. */
const REASON_LINES = 8;

/** What a test runner has counted. */
export interface Tally {
  passed: number;
  failed: number;
  /** What failed, each with the first lines of why. */
  failures: string[];
  /** Exit code of the second try, if there was one. */
  statusAgain?: number | undefined;
}

/** A failure in few lines, without the colours of a terminal. */
export const inShort = (name: string, reasons: readonly string[]) =>
  [
    name,
    ...reasons.flatMap((reason) => stripVTControlCharacters(reason).split('\n').slice(0, REASON_LINES)),
  ].join('\n    ');

/** The part of Playwright's report that is read here. */
interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

function failedSpecs({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ ok }) => !ok);
  const reasons = own.map(({ title, tests }) =>
    inShort(
      title,
      tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')),
    ),
  );
  return [...reasons, ...suites.flatMap(failedSpecs)];
}

/** Counts the report of Playwright; a skipped test has failed. */
export function tallyOfPlaywright(text: string): Tally {
  const { stats, suites } = JSON.parse(text) as PlaywrightReport;
  if (stats.flaky > 0) console.log(`${stats.flaky} passed only at the second try, see above`);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped,
    failures: suites.flatMap(failedSpecs),
  };
}
