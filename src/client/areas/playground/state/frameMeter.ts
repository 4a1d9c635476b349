/** What one frame cost. */
export interface FrameFigures {
  /** Time in all callbacks of the frame, ms. */
  scriptMs: number;
  /** Time since the previous frame, ms. */
  intervalMs: number;
  /** Draw calls of WebGL. */
  draws: number;
  /** Growth of the heap, KB; 0 after a collection, NaN where the browser does not tell. */
  allocatedKb: number;
}

export const METER_FRAMES = 240;

export interface FrameMeter {
  /** The last frames as a ring; `next` is the oldest. */
  frames: readonly FrameFigures[];
  next: () => number;
  stop: () => void;
}

type DrawName = 'drawElements' | 'drawArrays' | 'drawElementsInstanced' | 'drawArraysInstanced';
const DRAWS: readonly DrawName[] = [
  'drawElements',
  'drawArrays',
  'drawElementsInstanced',
  'drawArraysInstanced',
];

interface Memory {
  usedJSHeapSize: number;
}

/** Measures every frame of the page. `stop` restores the page's own functions. */
export function meterFrames(): FrameMeter {
  const frames = Array.from({ length: METER_FRAMES }, (): FrameFigures => ({
    scriptMs: 0,
    intervalMs: 0,
    draws: 0,
    allocatedKb: Number.NaN,
  }));
  const { memory } = performance as unknown as { memory?: Memory };
  const request = globalThis.requestAnimationFrame;
  let next = 0;
  let frameMs = 0;
  let scriptMs = 0;
  let draws = 0;
  let heap = memory?.usedJSHeapSize ?? Number.NaN;

  const close = (timestampMs: number) => {
    const figures = frames[next];
    if (figures && frameMs > 0) {
      const used = memory?.usedJSHeapSize ?? Number.NaN;
      figures.scriptMs = scriptMs;
      figures.intervalMs = timestampMs - frameMs;
      figures.draws = draws;
      figures.allocatedKb = Math.max(0, used - heap) / 1024;
      heap = used;
      next = (next + 1) % METER_FRAMES;
    }
    frameMs = timestampMs;
    scriptMs = 0;
    draws = 0;
  };
  globalThis.requestAnimationFrame = (callback) =>
    request((timestampMs) => {
      if (timestampMs > frameMs) close(timestampMs);
      const startedMs = performance.now();
      callback(timestampMs);
      scriptMs += performance.now() - startedMs;
    });

  const context = (globalThis.WebGL2RenderingContext as typeof WebGL2RenderingContext | undefined)?.prototype;
  const originals = DRAWS.map((name) => [name, context?.[name]] as const);
  for (const [name, original] of originals) {
    if (!context || !original) continue;
    context[name] = function (this: WebGL2RenderingContext, ...call: number[]) {
      draws += 1;
      Reflect.apply(original, this, call);
    };
  }
  return {
    frames,
    next: () => next,
    stop() {
      globalThis.requestAnimationFrame = request;
      for (const [name, original] of originals)
        if (context && original) Object.assign(context, { [name]: original });
    },
  };
}
