/** What the measuring side reads from a page under measure, and does to it. */
export interface StagesPage {
  /** Timestamps of all frames since the list was emptied. */
  frames: number[];
  /** If false, frames are not counted any more, and the page has only the frames that it asks for itself. */
  isCounting: boolean;
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

window.stages = { frames: [], isCounting: true };

const count = (timestampMs: number) => {
  window.stages.frames.push(timestampMs);
  if (window.stages.isCounting) requestAnimationFrame(count);
};
requestAnimationFrame(count);
const kind = new URLSearchParams(location.search).get('kind');
if (kind === 'pixi') await import('../roulette/pixiPage.ts');
else if (kind === 'scenes') await import('./scenesPage.tsx');
window.isShown = true;
