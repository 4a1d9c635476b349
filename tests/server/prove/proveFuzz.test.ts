import { expect, test } from 'vitest';
import { brokenFuzzBounds } from '../../prove/fuzz/bounds.ts';
import { fuzzSite } from '../../prove/fuzz/site.ts';

/* The quick form of `npm run prove:fuzz`, with a seed of its own. */

test('T10 T11 whatever is sent, the answer is as documented, and what is refused leaves nothing behind', async () => {
  const figures = await fuzzSite({
    operations: { perOperation: 6, perHashing: 4 },
    corpus: { strings: 110, perPlace: 1, perHashing: 1 },
    seed: 20_261_122,
  });
  expect(brokenFuzzBounds(figures).join('\n')).toBe('');
  // the proof has looked at everything
  expect(figures.T10.operations).toBeGreaterThan(65);
  expect(figures.T10.requests).toBeGreaterThan(1000);
  expect(figures.T11.places).toBeGreaterThan(300);
  expect(figures.T11.requests).toBeGreaterThan(700);
}, 600_000);
