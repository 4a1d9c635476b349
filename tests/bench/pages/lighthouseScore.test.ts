import { expect, test } from 'vitest';
import { lighthouseScore } from './lighthouseScore.ts';

const best = { fcpMs: 0, speedIndexMs: 0, lcpMs: 0, blockedMs: 0, cls: 0 };

test.each([
  ['nothing to wait for', best, 100],
  [
    'all at the tenth percentile',
    { fcpMs: 1800, speedIndexMs: 3387, lcpMs: 2500, blockedMs: 200, cls: 0.1 },
    90,
  ],
  ['all at the median', { fcpMs: 3000, speedIndexMs: 5800, lcpMs: 4000, blockedMs: 600, cls: 0.25 }, 50],
  // as Lighthouse's own calculator has it
  ['only blocked, at the median', { ...best, blockedMs: 600 }, 85],
])('the score of a page: %s', (_, measured, score) => {
  expect(lighthouseScore(measured)).toBe(score);
});
