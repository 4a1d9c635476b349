/** Returns a function that runs works one after another, in the order in which they came. */
export function oneAfterAnother(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    // a work that failed does not hold up the next
    last = done.catch(() => undefined);
    return done;
  };
}
