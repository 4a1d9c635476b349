import { Howler } from 'howler';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { userEvent } from 'vitest/browser';
import { play, scheduleTicks, unlockSound, useSound } from '#/client/platform/media/sound.ts';
import type { TickPlan } from '#/client/platform/media/tickPlan.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import ui from '#sounds/ui.json';

/** Every source that was started, and those of ticks: the sprite is long, a tick is not. */
let sources = 0;
const started: number[] = [];
/** Position in the sprite at which the last sound began, ms. */
let beganAtMs = 0;
let watch: MockInstance;

beforeEach(() => {
  sources = 0;
  started.length = 0;
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
  const { start } = AudioBufferSourceNode.prototype;
  watch = vi.spyOn(AudioBufferSourceNode.prototype, 'start').mockImplementation(function (
    this: AudioBufferSourceNode,
    ...call
  ) {
    sources += 1;
    if ((this.buffer?.duration ?? Infinity) < 1) started.push((call[0] ?? 0) * 1000);
    else beganAtMs = (call[1] ?? 0) * 1000;
    Reflect.apply(start, this, call);
  });
});
afterEach(() => {
  watch.mockRestore();
  useSound.getState().setMuted(true);
});

/** Twenty ticks, 60 ms apart, from `leadMs` after now. */
function twentyTicks(leadMs: number): { plan: TickPlan; timesMs: number[] } {
  const firstMs = performance.now() + leadMs;
  const timesMs = Array.from({ length: 20 }, (_, at) => firstMs + at * 60);
  const plan: TickPlan = {
    ticksBetween: (fromMs, toMs) =>
      timesMs
        .map((atMs, index) => ({ index, atMs, speed: 1 }))
        .filter(({ atMs }) => atMs > fromMs && atMs <= toMs),
    endsAtMs: () => firstMs + 1200,
  };
  return { plan, timesMs };
}

/** Waits until the last tick of a plan lies in the past. */
const isOver = (plan: TickPlan) =>
  expect.poll(() => performance.now() > plan.endsAtMs(), { timeout: 10_000 }).toBe(true);

/** Turns sound on by a click, as a browser wants it, and waits until it is loaded. */
async function turnSoundOn(): Promise<void> {
  useSound.getState().setMuted(false);
  const button = document.createElement('button');
  button.textContent = 'sound';
  button.addEventListener('click', unlockSound, { once: true });
  document.body.append(button);
  await userEvent.click(button);
  button.remove();
  await vi.waitFor(
    () => {
      play('click');
      expect(sources).toBeGreaterThan(0);
    },
    { timeout: 8000, interval: 50 },
  );
}

test('R3 silence until it is asked for, and the choice is remembered', () => {
  expect(useSound.getState().muted).toBe(true);
  unlockSound();
  play('epic');
  expect(started).toEqual([]);
  useSound.getState().setMuted(false);
  useSound.getState().setVolume(7);
  expect(JSON.parse(localStorage.getItem('sound') ?? '')).toMatchObject({
    state: { muted: false, volume: 1 },
  });
});

test('R3 each tick is started once, at its own time on the audio clock', async () => {
  await turnSoundOn();
  const { plan, timesMs } = twentyTicks(200);
  scheduleTicks(plan);
  await isOver(plan);
  // a machine that is too busy leaves out ticks that are past, but repeats and moves none
  const [firstMs = 0] = started;
  const places = started.map((atMs) => Math.round((atMs - firstMs) / 60));
  expect(new Set(places).size).toBe(started.length);
  expect(started.length).toBeGreaterThanOrEqual(5);
  expect(started.length).toBeLessThanOrEqual(timesMs.length);
  // one that the busy machine asked for late starts at once; the others keep their exact distance
  const offsetsMs = started.map((atMs, at) => atMs - (places[at] ?? 0) * 60).toSorted((x, y) => x - y);
  const middleMs = offsetsMs[Math.floor(offsetsMs.length / 2)] ?? 0;
  const exact = offsetsMs.filter((offsetMs) => Math.abs(offsetMs - middleMs) <= 1);
  expect(exact.length).toBeGreaterThan(offsetsMs.length / 2);
});

test('R3 no ticks while muted, and none once the plan is given up', async () => {
  await turnSoundOn();
  useSound.getState().setMuted(true);
  started.length = 0;
  const muted = twentyTicks(0);
  const end = scheduleTicks(muted.plan);
  await isOver(muted.plan);
  expect(started).toEqual([]);
  end();
  useSound.getState().setMuted(false);
  const given = twentyTicks(300);
  scheduleTicks(given.plan)();
  await isOver(given.plan);
  expect(started).toEqual([]);
});

test('R3 a hidden tab is silent, and sounds as loud as before once it is seen', async () => {
  useSound.getState().setVolume(0.4);
  await turnSoundOn();
  const loudness = () => Howler.masterGain.gain.value;
  await expect.poll(loudness).toBeCloseTo(0.4);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(loudness).toBe(0);
  sources = 0;
  play('epic');
  const { plan } = twentyTicks(0);
  scheduleTicks(plan);
  await isOver(plan);
  expect(sources).toBe(0);
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(loudness).toBeCloseTo(0.4);
});

test('R3 a sound begins at the given position, and fades in there', async () => {
  await turnSoundOn();
  const ramp = vi.spyOn(AudioParam.prototype, 'linearRampToValueAtTime');
  const [epicAtMs = 0] = ui.sprite.epic;
  play('epic');
  await expect.poll(() => beganAtMs).toBeCloseTo(epicAtMs);
  expect(ramp).not.toHaveBeenCalled();
  play('epic', 350);
  await expect.poll(() => beganAtMs).toBeCloseTo(epicAtMs + 350);
  expect(ramp.mock.calls.map(([level]) => level)).toEqual([1]);
  ramp.mockRestore();
});

test('R3 ticks step back under a sting for as long as it sounds, and under nothing else', async () => {
  await turnSoundOn();
  const glide = vi.spyOn(AudioParam.prototype, 'setTargetAtTime');
  play('land');
  play('epic');
  await expect.poll(() => glide.mock.calls.length).toBe(2);
  const { tickVolume, duckVolume } = tuning.sound;
  const [back, forth] = glide.mock.calls.map(([level, atS]) => ({ level, atS }));
  expect([back?.level, forth?.level]).toEqual([tickVolume * duckVolume, tickVolume]);
  const [, epicMs = 0] = ui.sprite.epic;
  expect((forth?.atS ?? 0) - (back?.atS ?? 0)).toBeCloseTo(epicMs / 1000);
  glide.mockRestore();
});
