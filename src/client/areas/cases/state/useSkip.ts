import { useEffect, useEffectEvent, useState } from 'react';

/** Keys that the focused element uses itself. */
const isTyped = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [role="slider"]') !== null;

/**
 * Skips the running animation: by `skip`, Escape or Space (R3). A key that has been held down since the start skips
 * nothing.
 * @param showId id of the animation; null if none runs
 * @param onSkip called when it is skipped
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
