import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { manualClock, type ManualClock } from '#/client/stage/host/clock.ts';
import type { Conditions } from './conditions.ts';

const BEST_RATE_HZ = 60;

export interface SceneTime {
  clock: ManualClock;
  isPlaying: boolean;
  toggle: () => void;
  /** Pauses at a time. */
  seek: (timeMs: number) => void;
  /** Steps frames forward or back. */
  step: (frames: number) => void;
  /** Plays from the start to the time where it was paused. */
  restart: () => void;
  /** Calls the listener with the time now and whenever it changes. The function stays the same. */
  subscribe: (listener: (timeMs: number) => void) => () => void;
}

interface SceneTimeOptions {
  conditions: Conditions;
  change: (changed: Partial<Conditions>) => void;
  /** Resets the scene; the clock is at 0. */
  begin: (clock: ManualClock) => void;
  endMs: number;
}

/** Makes a frame longer, like a slow device. */
function work(durationMs: number): void {
  const untilMs = performance.now() + durationMs;
  while (performance.now() < untilMs);
}

/** The time of a scene: it plays, pauses and seeks. All scenes share one manual clock. */
export function useSceneTime({ conditions, change, begin, endMs }: SceneTimeOptions): SceneTime {
  const [clock] = useState(() => manualClock());
  const [isPlaying, setIsPlaying] = useState(conditions.at < 0);
  const listeners = useRef(new Set<(timeMs: number) => void>());

  const subscribe = useCallback(
    (listener: (timeMs: number) => void) => {
      const all = listeners.current;
      all.add(listener);
      listener(clock.nowMs());
      return () => void all.delete(listener);
    },
    [clock],
  );
  const tell = () => {
    for (const listener of listeners.current) listener(clock.nowMs());
  };
  const goTo = (timeMs: number) => {
    const toMs = Math.min(endMs, Math.max(0, timeMs));
    if (toMs < clock.nowMs()) {
      clock.seek(0);
      begin(clock);
    }
    clock.play(toMs);
    tell();
  };
  const pauseAt = (timeMs: number) => {
    setIsPlaying(false);
    change({ at: Math.round(timeMs) });
  };

  const advance = useEffectEvent((passedMs: number) => {
    const toMs = clock.nowMs() + (passedMs * conditions.speed) / 100;
    work(conditions.busy);
    goTo(toMs);
    if (toMs >= endMs) pauseAt(endMs);
  });
  const rate = conditions.rate;
  useEffect(() => {
    if (!isPlaying) return undefined;
    let lastMs: number | null = null;
    let request = 0;
    const frame = (timestampMs: number) => {
      request = requestAnimationFrame(frame);
      lastMs ??= timestampMs;
      const frameMs = rate > 0 ? 1000 / rate : 0;
      // half a millisecond of grace: timestamps are not exact multiples of a frame
      const passedMs = timestampMs - lastMs + 0.5;
      if (passedMs < Math.max(1, frameMs)) return;
      const wholeMs = frameMs > 0 ? Math.floor(passedMs / frameMs) * frameMs : passedMs - 0.5;
      lastMs += wholeMs;
      advance(wholeMs);
    };
    request = requestAnimationFrame(frame);
    return () => cancelAnimationFrame(request);
  }, [isPlaying, rate]);

  // the address was changed by hand
  const stand = useEffectEvent((atMs: number) => {
    if (Math.round(clock.nowMs()) === atMs) return;
    setIsPlaying(false);
    goTo(atMs);
  });
  useEffect(() => {
    if (conditions.at < 0) return undefined;
    // a scene commits its phases at once, which React cannot do within an effect
    const timer = setTimeout(() => stand(conditions.at), 0);
    return () => clearTimeout(timer);
  }, [conditions.at]);

  return {
    clock,
    isPlaying,
    toggle() {
      if (isPlaying) return pauseAt(clock.nowMs());
      if (clock.nowMs() >= endMs) goTo(0);
      change({ at: -1 });
      setIsPlaying(true);
    },
    seek(timeMs) {
      goTo(timeMs);
      pauseAt(clock.nowMs());
    },
    step(frames) {
      goTo(clock.nowMs() + (frames * 1000) / (rate || BEST_RATE_HZ));
      pauseAt(clock.nowMs());
    },
    restart() {
      const toMs = conditions.at >= 0 ? conditions.at : isPlaying ? 0 : clock.nowMs();
      clock.seek(0);
      begin(clock);
      clock.play(Math.min(endMs, toMs));
      tell();
    },
    subscribe,
  };
}
