import { useEffect, useState } from 'react';

/** Longest time that a busy page may delay the call, in ms. */
const AT_LATEST_MS = 2000;
/** Delay in browsers without requestIdleCallback, ms. */
const WITHOUT_KNOWING_MS = 500;
/** Pauses before each new try to load a part that did not load, in ms. */
const RETRY_AFTER_MS = [2000, 10_000, 60_000];

/** Resolves when the page that is loading now is shown. Undefined if no page is loading. */
let awaited: Promise<void> | undefined;

/**
 * Delays the calls of `whenIdle` while a page is loading: the browser is idle then, but only until the code comes.
 * @returns a function that ends this
 */
export function holdBack(): () => void {
  let show = () => {};
  const shown = new Promise<void>((resolve) => (show = resolve));
  awaited = shown;
  return () => {
    if (awaited === shown) awaited = undefined;
    show();
  };
}

/** Calls a function when the page is shown and idle. @returns a function that cancels it */
export function whenIdle(call: () => void): () => void {
  let isCancelled = false;
  let cancel = onIdle(() => {
    if (awaited) void startAfter(awaited);
    else call();
  });
  const startAfter = async (shown: Promise<void>) => {
    await shown;
    if (!isCancelled) cancel = whenIdle(call);
  };
  return () => {
    isCancelled = true;
    cancel();
  };
}

function onIdle(call: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(call, { timeout: AT_LATEST_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(call, WITHOUT_KNOWING_MS);
  return () => clearTimeout(timer);
}

/**
 * A part of the page that is not needed at first: it is loaded when the page is idle. If it does not load, the page
 * works without it, and it is asked for again (E3).
 * @param load must keep its identity
 * @param isNeeded whether it is loaded at once
 * @returns undefined until it is loaded
 */
export function useLater<T>(load: () => Promise<T>, isNeeded = false): T | undefined {
  const [part, setPart] = useState<{ loaded: T }>();
  useEffect(() => {
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = async (failures = 0) => {
      try {
        const loaded = await load();
        if (!isLeft) setPart((known) => known ?? { loaded });
      } catch (error) {
        console.warn('a part of the page is missing', error);
        const pauseMs = RETRY_AFTER_MS[failures];
        if (!isLeft && pauseMs !== undefined) timer = setTimeout(() => void start(failures + 1), pauseMs);
      }
    };
    const prevent = isNeeded ? undefined : whenIdle(() => void start());
    if (isNeeded) void start();
    return () => {
      isLeft = true;
      clearTimeout(timer);
      prevent?.();
    };
  }, [load, isNeeded]);
  return part?.loaded;
}
