import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { windowStorage } from '#/client/platform/api/browserStorage.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';

const CLOSED_KEY = 'promoBannerClosed';
const STEP_MS = 1000;

const closed = new EventTarget();

function watchClosed(listener: () => void): () => void {
  closed.addEventListener('change', listener);
  return () => closed.removeEventListener('change', listener);
}

function close(): void {
  windowStorage.setItem(CLOSED_KEY, 'true');
  closed.dispatchEvent(new Event('change'));
}

/**
 * Whether to show a promotion, and the time left, updated every second (L5).
 * @param endsAt ISO 8601; undefined without a promotion
 * @returns hidden with zeros if it has ended or was closed in this session. On a page that is not hydrated yet it is
 *   shown without the time left, so that its place is known from the start.
 */
export function usePromo(endsAt: string | undefined): {
  isShown: boolean;
  /** Null until the page is hydrated. */
  left: Countdown | null;
  close: () => void;
} {
  const isClosed = useSyncExternalStore(
    watchClosed,
    () => windowStorage.getItem(CLOSED_KEY) !== null,
    () => false,
  );
  const isHydrated = useHydrated();
  const [nowMs, setNowMs] = useState<number | null>(() => (isHydrated ? Date.now() : null));
  const endMs = endsAt === undefined || isClosed ? 0 : Date.parse(endsAt);
  useEffect(() => {
    if (endMs === 0) return undefined;
    const step = () => {
      setNowMs(Date.now());
      if (Date.now() >= endMs) clearInterval(timer);
    };
    const timer = setInterval(step, STEP_MS);
    startTransition(step);
    return () => clearInterval(timer);
  }, [endMs]);
  const isShown = (nowMs ?? 0) < endMs;
  return { isShown, left: nowMs === null ? null : countdown(isShown ? endMs : 0, nowMs), close };
}

export interface Countdown {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/**
 * Returns the time until `endMs` in whole seconds, rounded up; zeros if it has passed (L5). Both are ms since 1970.
 */
export function countdown(endMs: number, nowMs: number): Countdown {
  const left = Math.max(0, Math.ceil((endMs - nowMs) / 1000));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}
