import type { Howl, HowlerGlobal } from 'howler';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import sprite from '#sounds/ui.json';
import mp3Url from '#sounds/ui.mp3?url';
import webmUrl from '#sounds/ui.webm?url';
import type { TickPlan } from './tickPlan.ts';
import { siteStorage } from '#/client/platform/api/browserStorage.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

export type SoundName = keyof typeof sprite.sprite;

interface SoundChoice {
  muted: boolean;
  /** 0 to 1. */
  volume: number;
  setMuted: (muted: boolean) => void;
  setVolume: (volume: number) => void;
}

/** The player's settings of sound, stored by the browser (R3). Sound is off until the player turns it on. */
export const useSound = create<SoundChoice>()(
  persist(
    (set) => ({
      muted: true,
      volume: tuning.sound.defaultVolume,
      setMuted: (muted) => set({ muted }),
      setVolume: (volume) => set({ volume: Math.min(1, Math.max(0, volume)) }),
    }),
    {
      name: 'sound',
      version: 1,
      storage: createJSONStorage(() => siteStorage),
      partialize: ({ muted, volume }) => ({ muted, volume }),
    },
  ),
);

interface Bank {
  howler: HowlerGlobal;
  howl: Howl;
  ticks: AudioBuffer[];
  tickGain: GainNode;
}

const TICKS = ['tick1', 'tick2', 'tick3'] as const;
const RARITY_STINGS = new Set<SoundName>(['simple', 'common', 'improved', 'rare', 'legendary', 'epic']);
/** A sound that cannot start within this time after its cause is not played. */
const LATE_MS = 400;
/** Fade-in of a sound that starts in its middle, ms: short enough to miss nothing, and without a click. */
const FADE_IN_MS = 40;

let bank: Bank | null = null;
let loading: Promise<Bank | null> | undefined;

const isSilent = () => useSound.getState().muted || document.hidden;

/** Cuts the ticks out of the sprite, so that they can be scheduled on the audio clock. */
async function decodeTicks(context: AudioContext, url: string): Promise<AudioBuffer[]> {
  const file = await fetch(url);
  const whole = await context.decodeAudioData(await file.arrayBuffer());
  return TICKS.map((name) => {
    const [startMs = 0, lengthMs = 0] = sprite.sprite[name];
    const from = Math.round((startMs / 1000) * whole.sampleRate);
    const length = Math.round((lengthMs / 1000) * whole.sampleRate);
    const tick = context.createBuffer(whole.numberOfChannels, length, whole.sampleRate);
    for (let channel = 0; channel < whole.numberOfChannels; channel += 1) {
      tick.copyToChannel(whole.getChannelData(channel).slice(from, from + length), channel);
    }
    return tick;
  });
}

function applyChoice({ howler }: Bank): void {
  howler.volume(useSound.getState().volume);
  howler.mute(isSilent());
}

async function openBank(): Promise<Bank | null> {
  let howl: Howl | undefined;
  try {
    const { Howl, Howler } = await import('howler');
    // keeps the context running: after 30 s it would be suspended, and iOS resumes it only in a gesture
    Howler.autoSuspend = false;
    howl = new Howl({
      src: [webmUrl, mp3Url],
      // TypeScript reads the lists of the JSON as arrays, not as pairs
      sprite: sprite.sprite as unknown as Record<string, [number, number]>,
      pool: 8,
    });
    const tickGain = Howler.ctx.createGain();
    tickGain.gain.value = tuning.sound.tickVolume;
    tickGain.connect(Howler.masterGain);
    const ticks = await decodeTicks(Howler.ctx, Howler.codecs('webm') ? webmUrl : mp3Url);
    bank = { howler: Howler, howl, ticks, tickGain };
    const opened = bank;
    applyChoice(opened);
    useSound.subscribe(() => applyChoice(opened));
    document.addEventListener('visibilitychange', () => {
      applyChoice(opened);
      if (!document.hidden) void resume(opened);
    });
    return opened;
  } catch {
    howl?.unload();
    // in a browser without audio the page works silently; elsewhere the next gesture tries again
    if ('AudioContext' in globalThis) loading = undefined;
    return null;
  }
}

async function resume({ howler }: Bank): Promise<void> {
  if (howler.ctx.state !== 'running') await howler.ctx.resume().catch(() => undefined);
}

/**
 * Unlocks sound. Call it in a click handler, because browsers allow it nowhere else. Loads nothing while sound is off.
 * Never throws.
 */
export function unlockSound(): void {
  if (bank) void resume(bank);
  else if (!useSound.getState().muted) {
    loading ??= openBank();
    void loading.then((opened) => opened && resume(opened));
  }
}

/**
 * Unlocks sound at the first gesture on a page, so that the sprite is loaded before it is needed. Later gestures resume
 * a context that the browser suspended.
 * @returns a function that ends this
 */
export function unlockSoundByGesture(): () => void {
  const leaving = new AbortController();
  for (const gesture of ['pointerdown', 'keydown'])
    document.addEventListener(gesture, unlockSound, { capture: true, signal: leaving.signal });
  return () => leaving.abort();
}

function duckTicks({ howler, tickGain }: Bank, lengthMs: number): void {
  const now = howler.ctx.currentTime;
  tickGain.gain.cancelScheduledValues(now);
  tickGain.gain.setTargetAtTime(tuning.sound.tickVolume * tuning.sound.duckVolume, now, 0.03);
  tickGain.gain.setTargetAtTime(tuning.sound.tickVolume, now + lengthMs / 1000, 0.2);
}

/**
 * Plays a sound of the sprite; a rarity's sound has its name (R3). Silent if sound is off, the page hidden, or sound
 * not unlocked.
 * @param skipMs length of the skipped beginning
 */
export function play(name: SoundName, skipMs = 0): void {
  if (isSilent() || !loading) return;
  void playOpened(name, skipMs, loading);
}

async function playOpened(name: SoundName, skipMs: number, opening: Promise<Bank | null>): Promise<void> {
  const askedMs = performance.now();
  const opened = await opening;
  if (!opened || isSilent() || performance.now() - askedMs > LATE_MS) return;
  if (opened.howler.ctx.state !== 'running') return;
  const id = opened.howl.play(name);
  if (skipMs > 0) {
    opened.howl.seek(((sprite.sprite[name][0] ?? 0) + skipMs) / 1000, id);
    opened.howl.fade(0, 1, FADE_IN_MS, id);
  }
  if (RARITY_STINGS.has(name)) duckTicks(opened, (sprite.sprite[name][1] ?? 0) - skipMs);
}

function startTick({ howler, ticks, tickGain }: Bank, index: number, speed: number, atS: number): void {
  const source = howler.ctx.createBufferSource();
  source.buffer = ticks[index % ticks.length] ?? null;
  source.playbackRate.value = 1 + tuning.sound.pitchSpread * (2 * speed - 1);
  source.connect(tickGain);
  source.start(Math.max(atS, howler.ctx.currentTime));
}

/**
 * Plays the ticks of a spin on the audio clock, each scheduled a little ahead (R3). Ends by itself with the plan.
 * @returns a function that ends it earlier
 */
export function scheduleTicks(plan: TickPlan): () => void {
  const { lookAheadMs, pollMs, staleMs } = tuning.sound;
  let lastIndex = -Infinity;
  // the difference between the two clocks is read once for the whole spin: reading it for every tick would add jitter
  let audioAheadS: number | null = null;
  const pump = () => {
    const nowMs = performance.now();
    if (nowMs > plan.endsAtMs()) return clearInterval(timer);
    if (!bank || isSilent() || bank.howler.ctx.state !== 'running') {
      audioAheadS = null;
      return;
    }
    audioAheadS ??= bank.howler.ctx.currentTime - nowMs / 1000;
    for (const { index, atMs, speed } of plan.ticksBetween(nowMs - staleMs, nowMs + lookAheadMs)) {
      if (index <= lastIndex) continue;
      lastIndex = index;
      startTick(bank, index, speed, audioAheadS + atMs / 1000);
    }
  };
  const timer = setInterval(pump, pollMs);
  pump();
  return () => clearInterval(timer);
}
