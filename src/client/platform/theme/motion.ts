const QUERY = '(prefers-reduced-motion: reduce)';

/** Whether the visitor prefers reduced motion now. */
export const prefersNoMotion = (): boolean => matchMedia(QUERY).matches;

/** Calls back when that preference changes. @returns a function that ends this */
export function onMotionPreference(call: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', call);
  return () => query.removeEventListener('change', call);
}
