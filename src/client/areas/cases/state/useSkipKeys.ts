import { useEffect, useEffectEvent } from 'react';

/** Whether the focused element needs the keys itself. */
const isTyped = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [role="slider"]') !== null;

/**
 * Calls `onSkip` for Escape and Space during an animation (R3). A key that was pressed before the start is ignored.
 */
export function useSkipKeys(isRunning: boolean, onSkip: () => void): void {
  const skip = useEffectEvent(onSkip);
  useEffect(() => {
    if (!isRunning) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || isTyped(event.target) || (event.key !== 'Escape' && event.key !== ' ')) return;
      event.preventDefault();
      skip();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isRunning]);
}
