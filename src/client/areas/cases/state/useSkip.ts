import { useEffect, useEffectEvent, useState } from 'react';

/** Keys that belong to what has the focus. */
const isTyped = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [role="slider"]') !== null;

/**
 * Skips the show that runs: by `skip`, Escape or Space (R3). A key that is still held down from the start skips nothing.
 * @param showId of the spin, or of what else runs; null while nothing does
 * @param onSkip told of it once it happens
 */
export function useSkip(
  showId: number | null,
  onSkip: () => void = () => {},
): { isSkipped: boolean; skip: () => void } {
  const [skippedId, setSkippedId] = useState<number | null>(null);
  const skip = () => {
    setSkippedId(showId);
    onSkip();
  };
  const skipByKey = useEffectEvent(skip);
  useEffect(() => {
    if (showId === null) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || isTyped(event.target) || (event.key !== 'Escape' && event.key !== ' ')) return;
      event.preventDefault();
      skipByKey();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [showId]);
  return { isSkipped: showId !== null && skippedId === showId, skip };
}
