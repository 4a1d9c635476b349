import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { play, unlockSoundByGesture, useSound } from '#/client/platform/media/sound.ts';

afterEach(() => useSound.getState().setMuted(true));

test('R3 sound that did not load is loaded by the next gesture', async () => {
  const starts = vi.spyOn(AudioBufferSourceNode.prototype, 'start');
  const asks = vi.spyOn(globalThis, 'fetch');
  asks.mockRejectedValueOnce(new TypeError('no connection'));
  useSound.getState().setMuted(false);
  const leave = unlockSoundByGesture();

  await userEvent.keyboard('a');
  await expect.poll(() => asks.mock.calls.length, { timeout: 15_000 }).toBe(1);
  // a gesture before the failure is known waits for it with the first one
  const pressAgain = async () => {
    await userEvent.keyboard('b');
    return asks.mock.calls.length;
  };
  await expect.poll(pressAgain, { timeout: 15_000 }).toBe(2);
  const sounded = () => {
    play('click');
    return starts.mock.calls.length;
  };
  await expect.poll(sounded, { timeout: 15_000 }).toBeGreaterThan(0);
  leave();
});
