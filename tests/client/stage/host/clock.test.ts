import { expect, test } from 'vitest';
import { manualClock } from '#/client/stage/host/clock.ts';

test('R1 a played clock gets past a call that was a rounding too early and asks for the same time again', () => {
  const startedAtMs = 0.7;
  const waitMs = 0.1;
  const clock = manualClock(startedAtMs);
  let isDone = false;
  const advance = () => {
    if (clock.nowMs() - startedAtMs >= waitMs) isDone = true;
    else clock.callAt(startedAtMs + waitMs, advance);
  };
  advance();
  expect(startedAtMs + waitMs - startedAtMs).toBeLessThan(waitMs);
  clock.play(1);
  expect(isDone).toBe(true);
  expect(clock.nowMs()).toBe(1);
});
