let end: Promise<void> | undefined;

/**
 * Resolves at the end of this turn of the event loop, for all callers at the same time. Answers wait for it, so they are
 * written one right after the other (N16). The first write wakes the process that reads them, which costs as much as the
 * rest of an answer; for the next ones it is already running.
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
