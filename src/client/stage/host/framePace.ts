/** How fast frames come, as an average that forgets. */
export interface FramePace {
  /** A frame has this timestamp. */
  note: (timestampMs: number) => void;
  /** Whether frames have been slower than that for a while, ms from one to the next. */
  isSlower: (frameMs: number) => boolean;
  forget: () => void;
}

/** Fewer frames than these tell nothing. */
const LEAST_FRAMES = 60;
/** Frames after a pause as long as this are a new beginning: the tab was hidden, or nothing moved. */
const PAUSE_MS = 600;

export function createFramePace(): FramePace {
  let averageMs = 0;
  let frames = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  const forget = () => {
    frames = 0;
    lastMs = Number.NEGATIVE_INFINITY;
  };
  return {
    forget,
    note(timestampMs) {
      const passedMs = timestampMs - lastMs;
      if (passedMs > PAUSE_MS) frames = 0;
      else {
        frames += 1;
        averageMs += (passedMs - averageMs) / Math.min(frames, LEAST_FRAMES);
      }
      lastMs = timestampMs;
    },
    isSlower: (frameMs) => frames >= LEAST_FRAMES && averageMs > frameMs,
  };
}
