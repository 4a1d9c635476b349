import { useEffect, useEffectEvent } from 'react';

const isWithin = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

/** Elements that need both keys themselves. */
const TYPED = 'input, textarea, select, [role="slider"]';
/** Elements that Space presses. The button that opens is busy during a spin, so there Space is free. */
const PRESSED = 'button:not([aria-busy="true"]), summary, [role="switch"], [role="radio"]';

/** Whether a key presses the button with the focus. */
export const isPress = ({ key }: { key: string }) => key === 'Enter' || key === ' ';

/**
 * Calls `onSkip` for Escape and Space during an animation (R3). A key that was pressed before the start is ignored, and
 * so is Space on what it presses: a player must be able to mute a spin.
 */
export function useSkipKeys(isRunning: boolean, onSkip: () => void): void {
  const skip = useEffectEvent(onSkip);
  useEffect(() => {
    if (!isRunning) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, repeat, target } = event;
      if (repeat || isWithin(target, TYPED) || (key !== 'Escape' && key !== ' ')) return;
      if (key === ' ' && isWithin(target, PRESSED)) return;
      event.preventDefault();
      skip();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isRunning]);
}
