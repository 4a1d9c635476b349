import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tallyOfPlaywright } from '../support/tools/tally.ts';
import UnhandledErrors, { readUnhandled, UNHANDLED_FILE } from '../support/tools/unhandledErrors.ts';

/** The test of two engines: the first passes, the second does as told. */
const reportWith = (second: 'unexpected' | 'skipped') =>
  JSON.stringify({
    stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0, [second]: 1 },
    suites: [
      {
        suites: [
          {
            specs: [
              {
                title: 'the main way',
                // what Playwright writes as soon as one of them passed
                ok: true,
                tests: [
                  { projectName: 'Firefox', status: 'expected', results: [{}] },
                  { projectName: 'WebKit', status: second, results: [{ error: { message: 'lost' } }] },
                ],
              },
            ],
          },
        ],
      },
    ],
  });

test('a test that failed in one of two engines is counted and named', () => {
  expect(tallyOfPlaywright(reportWith('unexpected'))).toEqual({
    passed: 1,
    failed: 1,
    failures: ['[WebKit] the main way\n    lost'],
  });
});

test('a test that was not run in one of two engines is counted and named', () => {
  const { failed, failures } = tallyOfPlaywright(reportWith('skipped'));
  expect([failed, failures]).toEqual([1, ['[WebKit] the main way was not run\n    lost']]);
});

test('errors outside of the tests are kept with their first lines, over several runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'one-rp-unhandled-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'unhandled');
  vi.stubEnv(UNHANDLED_FILE, file);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(readUnhandled(file)).toEqual([]);
  for (const message of ['lost', 'gone'])
    new UnhandledErrors().onTestRunEnd([], [{ name: 'Error', message, stack: 'at the\nend' }], 'failed');
  new UnhandledErrors().onTestRunEnd([], [], 'passed');
  expect(readUnhandled(file)).toEqual([
    'Error: lost\n    at the\n    end',
    'Error: gone\n    at the\n    end',
  ]);
});
