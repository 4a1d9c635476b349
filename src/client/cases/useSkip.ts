import { useEffect, useState } from 'react';

/** Keys that belong to what has the focus. */
const isTyped = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [role="slider"]') !== null;

/**
 * Skips the spin that runs: by `skip`, Escape or Space (R3). A key that is still held down from the start skips nothing.
 * @param spinId of the spin that runs, null while none does
 */
export function useSkip(spinId: number | null): { isSkipped: boolean; skip: () => void } {
  const [skippedId, setSkippedId] = useState<number | null>(null);
  useEffect(() => {
    if (spinId === null) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || isTyped(event.target) || (event.key !== 'Escape' && event.key !== ' ')) return;
      event.preventDefault();
      setSkippedId(spinId);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [spinId]);
  return { isSkipped: spinId !== null && skippedId === spinId, skip: () => setSkippedId(spinId) };
}
