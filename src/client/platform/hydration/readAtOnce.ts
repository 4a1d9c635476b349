/**
 * Lets React's `use` read the value of a promise without waiting. So a component can call `use` each time it is drawn,
 * also when the value is there already: React warns if a component that once waited does not call it again.
 * @returns the same promise
 */
export const readAtOnce = <T>(promise: Promise<T>, value: T): Promise<T> =>
  Object.assign(promise, { status: 'fulfilled', value });
