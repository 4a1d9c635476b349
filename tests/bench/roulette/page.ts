/** What the measuring side reads from a page under measure. */
export interface BenchPage {
  start: () => void;
  /** Timestamps of all frames since the last `reset`. */
  frames: number[];
  /** If false, frames are not counted any more, and the page has only the frames that it asks for itself. */
  isCounting: boolean;
  longTasks: number;
  /** Differences between the time a scene draws and the timestamp of its frame, ms. */
  stepErrorsMs: number[];
  /** Planned times of the ticks, and the audio times they were started at, ms. */
  planned: number[];
  sounded: number[];
  /** How often all prizes of an opening of several have been seen. */
  allSeen: number;
  /** Shows the prizes of an opening of several, or takes them away. */
  deal?: (isDealt: boolean) => void;
  remount?: (times: number) => Promise<void>;
}

declare global {
  interface Window {
    bench: BenchPage;
    isReady: boolean;
  }
}

window.bench = {
  start: () => {},
  frames: [],
  isCounting: true,
  longTasks: 0,
  stepErrorsMs: [],
  planned: [],
  sounded: [],
  allSeen: 0,
};

const count = (timestampMs: number) => {
  window.bench.frames.push(timestampMs);
  if (window.bench.isCounting) requestAnimationFrame(count);
};
requestAnimationFrame(count);
new PerformanceObserver((list) => {
  window.bench.longTasks += list.getEntries().length;
}).observe({ type: 'longtask' });

const kind = new URLSearchParams(location.search).get('kind');
if (kind === 'pixi') await import('./pixiPage.ts');
else if (kind === 'ours') await import('./oursPage.tsx');
else if (kind === 'several') await import('./severalPage.tsx');
else if (kind === 'pro') await import('./proPage.tsx');
window.isReady = true;
