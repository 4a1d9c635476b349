import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Input events that show that the visitor scrolls on their own. */
const OWN_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to the sections of this page (L1). Links on the page scroll smoothly (`data-smooth`, global.css). A visit
 * that starts at a section jumps there, and again once the content above has its final height.
 * @param isReady whether all content that changes the page's height is loaded
 * @returns whether links scroll smoothly now
 */
export function useAnchors(isReady: boolean): boolean {
  const { hash } = useLocation();
  // the router has scrolled a new page to its place
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
    sectionOf(firstHash)?.scrollIntoView();
    const frame = requestAnimationFrame(() => setIsSettled(true));
    return () => cancelAnimationFrame(frame);
  }, [isReady, isSettled, firstHash]);

  return isSettled;
}

/** Finds the section that a hash names. Links are mangled on their way, so a hash may be no valid text. */
function sectionOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
