/** Returns a function that runs tasks one after another, in the order of the calls. */
export function oneAfterAnother(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    // a failed task does not block the next
    last = done.catch(() => undefined);
    return done;
  };
}
