let end: Promise<void> | undefined;

/**
 * Resolves at the end of this turn of the event loop, for all callers of the turn together. Answers wait for it, so that
 * they are written one right after the other: each write to a peer that has fallen asleep costs more than the answer
 * itself, and the first one of several wakes it up for all of them (N16).
 */
export function endOfTurn(): Promise<void> {
  end ??= new Promise((resolve) => {
    setImmediate(() => {
      end = undefined;
      resolve();
    });
  });
  return end;
}
