import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Gives the focus to a place whose content loses the element that was pressed, such as the row of an ended session.
 * Otherwise a screen reader would say nothing, and some browsers would begin at the top of the page again (E5).
 * @param content what changes then
 * @returns the place, which needs a `tabIndex`, and a function that is called with the press
 */
export function useFocusAfter<E extends HTMLElement>(content: unknown): [RefObject<E | null>, () => void] {
  const place = useRef<E>(null);
  const isPressed = useRef(false);
  const shown = useRef(content);
  useEffect(() => {
    if (shown.current === content) return;
    shown.current = content;
    const isLost = (document.activeElement ?? document.body) === document.body;
    if (isPressed.current && isLost) place.current?.focus();
    isPressed.current = false;
  }, [content]);
  const press = useCallback(() => {
    isPressed.current = true;
  }, []);
  return [place, press];
}
