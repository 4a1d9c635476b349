import { expect, test } from 'vitest';
import { createFramePace } from '#/client/stage/host/framePace.ts';

function paceOf(frames: number, frameMs: number, fromMs = 0) {
  const pace = createFramePace();
  for (let at = 0; at <= frames; at += 1) pace.note(fromMs + at * frameMs);
  return pace;
}

test('frames are slow when they have come slowly for a while', () => {
  expect(paceOf(200, 16.7).isSlower(50)).toBe(false);
  expect(paceOf(200, 80).isSlower(50)).toBe(true);
  expect(paceOf(20, 80).isSlower(50)).toBe(false);
});

test('one long frame, or a hidden tab, is no slowness', () => {
  const pace = paceOf(200, 16.7);
  pace.note(200 * 16.7 + 400);
  expect(pace.isSlower(50)).toBe(false);
  pace.note(90_000);
  expect(pace.isSlower(50)).toBe(false);
});

test('what was is forgotten when asked for', () => {
  const pace = paceOf(200, 80);
  pace.forget();
  expect(pace.isSlower(50)).toBe(false);
});
