/** Elements around a removed one that may get its focus. Of a section or form the heading gets it, which is read aloud. */
const PLACES = '[tabindex="-1"], section, form';
const HEADINGS = 'h1, h2, h3';

/**
 * Keeps the focus near its place for the life of the page (E5). When the focused element is removed or hidden and
 * nothing else takes the focus, the nearest surviving place around it does. Otherwise a screen reader would say
 * nothing, and some browsers would begin at the top of the page again.
 * @returns ends it
 */
export function keepFocus(): () => void {
  /** The focused element and its ancestors; empty once the reader has left it. */
  let way: Element[] = [];
  let isAwaiting = false;
  const end = new AbortController();
  const { signal } = end;

  const remember = ({ target }: FocusEvent) => {
    way = target instanceof Element ? wayUp(target) : [];
  };
  const isLost = () => {
    const [element] = way;
    const { activeElement, body } = document;
    const isNowhere = !activeElement || activeElement === body || activeElement === element;
    return element !== undefined && isNowhere && !isThere(element);
  };
  // waits until the running script is done: an element that is still there then was left by the reader
  const forget = () =>
    queueMicrotask(() => {
      const [element] = way;
      if (element && element !== document.activeElement && isThere(element)) way = [];
    });
  const standIn = () => {
    isAwaiting = false;
    if (!isLost()) return;
    for (const place of way) if (takesFocus(place)) return;
  };
  const watch = new MutationObserver(() => {
    if (isAwaiting || !isLost()) return;
    isAwaiting = true;
    // what replaces the element may take the focus itself, at the latest after the next frame
    requestAnimationFrame(() => setTimeout(standIn));
  });

  document.addEventListener('focusin', remember, { signal });
  document.addEventListener('focusout', forget, { signal });
  watch.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden'] });
  signal.addEventListener('abort', () => watch.disconnect());
  return () => end.abort();
}

function wayUp(element: Element): Element[] {
  const way: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) way.push(at);
  return way;
}

const isThere = (element: Element) => element.isConnected && !element.closest('[hidden]');

/** Gives the focus to an element if it is a place that can have it. @returns whether it has the focus now */
const takesFocus = (element: Element) => element.matches(PLACES) && isThere(element) && focusPlace(element);

/**
 * Gives the focus to a place at which the keyboard does not stop: to its heading, which is read aloud and needs no ring, or
 * to itself if it is made for that or has none.
 * @returns whether it has the focus now
 */
export function focusPlace(place: Element): boolean {
  const target = place.hasAttribute('tabindex') ? place : (place.querySelector(HEADINGS) ?? place);
  if (!(target instanceof HTMLElement)) return false;
  if (!target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
  return target === document.activeElement;
}
