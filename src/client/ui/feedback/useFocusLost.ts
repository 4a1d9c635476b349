import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Calls `onFocusLost` when an element leaves the page while it has the focus (E5). @returns the ref of the element */
export function useFocusLost<T extends HTMLElement>(onFocusLost: () => void): RefObject<T | null> {
  const place = useRef<T>(null);
  const loseFocus = useEffectEvent(onFocusLost);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element && element === document.activeElement) loseFocus();
    };
  }, []);
  return place;
}
