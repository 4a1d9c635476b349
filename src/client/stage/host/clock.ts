/** Where a stage gets its time from; milliseconds on the scale of animation timestamps. */
export interface Clock {
  nowMs(): number;
  /** The time that the frame with this animation timestamp shows. */
  frameMs(timestampMs: number): number;
  /** Calls back at that time or later, in a hidden tab too; returns how to call it off. */
  callAt(timeMs: number, call: () => void): () => void;
}

/** The clock on the wall. */
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
  /** Moves the clock to a time and makes the calls that fall due, in their order. */
  seek(timeMs: number): void;
  /** Moves it there through every time at which a call falls due on the way. */
  play(timeMs: number): void;
}

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
        now = Math.max(now, dueMs);
      });
      now = timeMs;
    },
  };
}
