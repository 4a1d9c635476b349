/** The time of a stage, in milliseconds on the scale of animation timestamps. */
export interface Clock {
  nowMs(): number;
  /** The time shown by the frame with this animation timestamp. */
  frameMs(timestampMs: number): number;
  /** Calls back at that time or later, in a hidden tab too. @returns a function that cancels the call */
  callAt(timeMs: number, call: () => void): () => void;
}

/** The real time. */
export const realClock: Clock = {
  nowMs: () => performance.now(),
  frameMs: (timestampMs) => timestampMs,
  callAt(timeMs, call) {
    const timer = setTimeout(call, Math.max(0, timeMs - performance.now()));
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until `seek` moves it: for tests and the playground. */
export interface ManualClock extends Clock {
  /** Moves the clock to a time, then makes the calls that are due, in their order. */
  seek(timeMs: number): void;
  /** Moves the clock to a time and stops on the way at every time at which a call is due. */
  play(timeMs: number): void;
}

/** Larger than the rounding of any time, smaller than anything that can be seen. */
const ROUNDING_MS = 1e-6;

/** Creates such a clock. @param startMs its first time */
export function manualClock(startMs = 0): ManualClock {
  let now = startMs;
  const calls = new Set<{ timeMs: number; call: () => void }>();
  const nextDue = (untilMs: number) => {
    const due = [...calls].filter(({ timeMs }) => timeMs <= untilMs);
    return due.toSorted((a, b) => a.timeMs - b.timeMs)[0];
  };
  const makeDue = (untilMs: number, before: (dueMs: number) => void) => {
    for (let due = nextDue(untilMs); due; due = nextDue(untilMs)) {
      calls.delete(due);
      before(due.timeMs);
      due.call();
    }
  };
  return {
    nowMs: () => now,
    frameMs: () => now,
    callAt(timeMs, call) {
      const entry = { timeMs, call };
      calls.add(entry);
      return () => calls.delete(entry);
    },
    seek(timeMs) {
      now = timeMs;
      makeDue(timeMs, () => {});
    },
    play(timeMs) {
      makeDue(timeMs, (dueMs) => {
        // a call that finds itself a rounding too early asks for the same time again
        now = Math.max(now + ROUNDING_MS, dueMs);
      });
      now = Math.max(now, timeMs);
    },
  };
}
