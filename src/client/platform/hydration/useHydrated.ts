import { createContext, startTransition, useContext, useEffect, useState } from 'react';

/** The hydration of a part of the page. */
export interface Hydration {
  isRunning: () => boolean;
  begin: () => void;
  end: () => void;
}

/** Creates the hydration of a part. @param isBegun whether it has begun already */
export function createHydration(isBegun: boolean): Hydration {
  let isRunning = isBegun;
  const set = (isNow: boolean) => () => {
    isRunning = isNow;
  };
  return { isRunning: () => isRunning, begin: set(true), end: set(false) };
}

/** The hydration of the page without its islands. It never ends on the server. */
export const pageHydration = createHydration(import.meta.env.SSR);

/** The hydration that a component belongs to: that of the page, or of its island. */
export const HydrationContext = createContext(pageHydration);

/**
 * Whether the page may use values that only the browser has: hash, clock, session. False on the server and during
 * hydration, true afterwards. The change is rendered in slices: `useSyncExternalStore` would block the page for it.
 */
export function useHydrated(): boolean {
  const hydration = useContext(HydrationContext);
  const [isHydrated, setHydrated] = useState(() => !hydration.isRunning());
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return isHydrated;
}
