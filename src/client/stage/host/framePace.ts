/** The time between frames, as a moving average. */
export interface FramePace {
  /** Adds a frame by its timestamp. */
  note: (timestampMs: number) => void;
  /** Whether the average time between frames is above `frameMs`; false until there are enough frames. */
  isSlower: (frameMs: number) => boolean;
  forget: () => void;
}

/** Number of frames before the average is used. */
const LEAST_FRAMES = 60;
/** A longer pause starts a new average: the tab was hidden, or nothing moved. */
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
