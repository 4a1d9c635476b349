/** What the measuring side reads from a page under measure, and does to it. */
export interface StagesPage {
  /** Timestamps of all frames since the list was emptied. */
  frames: number[];
  longTasks: number;
  /** Takes the scenes away and mounts them again, so many times. */
  remount?: (times: number) => Promise<void>;
  /** Chooses another server. */
  choose?: (index: number) => void;
}

declare global {
  interface Window {
    stages: StagesPage;
    isShown: boolean;
  }
}

window.stages = { frames: [], longTasks: 0 };

const count = (timestampMs: number) => {
  window.stages.frames.push(timestampMs);
  requestAnimationFrame(count);
};
requestAnimationFrame(count);
new PerformanceObserver((list) => {
  window.stages.longTasks += list.getEntries().length;
}).observe({ type: 'longtask' });

const kind = new URLSearchParams(location.search).get('kind');
if (kind === 'pixi') await import('../roulette/pixiPage.ts');
else if (kind === 'scenes') await import('./scenesPage.tsx');
window.isShown = true;
