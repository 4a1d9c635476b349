import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Input events of a visitor who looks around by themselves. */
const OWN_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * The way to the sections of this page (L1): from here it is smooth (`data-smooth`, global.css), from elsewhere the
 * page begins there, and again once what is above the section has its size.
 * @param isReady everything that changes the height of the page is there
 * @returns whether the page moves smoothly by now
 */
export function useAnchors(isReady: boolean): boolean {
  const { hash } = useLocation();
  // the router takes a new page to its place at once
  const [isSettled, setIsSettled] = useState(false);
  const [firstHash] = useState(hash);

  useEffect(() => {
    if (isReady) return undefined;
    const settle = () => setIsSettled(true);
    for (const move of OWN_MOVES) addEventListener(move, settle, { once: true, passive: true });
    return () => {
      for (const move of OWN_MOVES) removeEventListener(move, settle);
    };
  }, [isReady]);

  useEffect(() => {
    if (!isReady || isSettled) return undefined;
    if (firstHash) document.getElementById(decodeURIComponent(firstHash.slice(1)))?.scrollIntoView();
    const frame = requestAnimationFrame(() => setIsSettled(true));
    return () => cancelAnimationFrame(frame);
  }, [isReady, isSettled, firstHash]);

  return isSettled;
}
