import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';
import { inShort } from './tally.ts';

/** Name of the variable that names the file for errors that no test has caught. */
export const UNHANDLED_FILE = 'ONE_RP_UNHANDLED_FILE';

/**
 * Reporter of Vitest that writes down errors outside of its tests, a JSON string a line. Its own report of JSON has only
 * their effect on the exit code, which a failed test has too.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by its default export
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env[UNHANDLED_FILE];
    if (!file) return;
    for (const { name, message, stack } of errors)
      appendFileSync(file, `${JSON.stringify(inShort(`${name}: ${message}`, stack ? [stack] : []))}\n`);
  }
}

/** The errors that were written down, each in few lines. */
export function readUnhandled(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string);
}
