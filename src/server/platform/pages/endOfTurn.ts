let end: Promise<void> | undefined;

/**
 * Resolves at the end of this turn of the event loop, at once for all who wait. Answers wait for it, so that they are
 * written one right after the other (N16). The first write wakes the sleeping client, which costs as much as the rest of
 * an answer; the next ones find it awake.
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
