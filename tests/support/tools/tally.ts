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

/** The part of Playwright's report that is read here. A test of several projects is one spec with a result for each. */
interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: {
      projectName: string;
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { error?: { message?: string } }[];
    }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

function failedSpecs({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'skipped')
      .map(({ projectName, status, results }) =>
        inShort(
          `[${projectName}] ${title}${status === 'skipped' ? ' was not run' : ''}`,
          results.map(({ error }) => error?.message ?? ''),
        ),
      ),
  );
  return [...own, ...suites.flatMap(failedSpecs)];
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
