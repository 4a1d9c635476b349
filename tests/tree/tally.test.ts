import { expect, test } from 'vitest';
import { tallyOfPlaywright } from '../support/tools/tally.ts';

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
