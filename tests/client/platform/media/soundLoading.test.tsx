import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { unlockSoundByGesture, useSound } from '#/client/platform/media/sound.ts';

afterEach(() => useSound.getState().setMuted(true));

/** When the library and the sprite were asked for, ms of `performance.now()`. */
const askedForMs = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\/howler\b[^/]*$|\/ui\.(webm|mp3)$/.test(name))
    .map(({ startTime }) => startTime);

test('R3 the first gesture on a page with sound loads it, none before, elsewhere or in silence', async () => {
  unlockSoundByGesture()();
  useSound.getState().setMuted(false);
  await userEvent.keyboard('a');
  useSound.getState().setMuted(true);
  const leave = unlockSoundByGesture();
  await userEvent.keyboard('b');
  useSound.getState().setMuted(false);

  const gestureMs = performance.now();
  await userEvent.keyboard('c');
  // the library, the sprite for it and the sprite to cut the ticks from
  await expect.poll(() => askedForMs().length, { timeout: 15_000 }).toBe(3);
  expect(Math.min(...askedForMs())).toBeGreaterThanOrEqual(gestureMs);
  await userEvent.click(document.body);
  expect(askedForMs()).toHaveLength(3);
  leave();
});
