/**
 * Lets React's `use` read a promise without waiting for it. React does so by itself only with promises that it has
 * waited for before, and warns if a component that waited then does not call `use`, or calls it with another promise.
 * @returns the same promise
 */
export const readAtOnce = <T>(promise: Promise<T>, value: T): Promise<T> =>
  Object.assign(promise, { status: 'fulfilled', value });
