/** Input events after which the visitor may see any part of the page. */
export const INPUT_EVENTS = ['pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'click'] as const;

/** Whether the visitor is at the start of the page, and not sent to a place further down. */
export function isFromTheTop(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !location.hash && visit?.type === 'navigate';
}

/** Gives every part of the page a layout. Without this, parts out of sight get theirs later (layOut.css). */
export function layOutAll(): void {
  document.documentElement.dataset['laidOut'] = 'all';
}

/** Gives the first part below the window a layout. The others follow one by one, as they are hydrated (layOut.css). */
export function layOutNext(): void {
  document.documentElement.dataset['laidOut'] ??= 'next';
}

function layOutNear(): void {
  if (document.documentElement.dataset['laidOut'] !== 'all')
    document.documentElement.dataset['laidOut'] = 'near';
}

/** Lays out the parts near the window when the visitor does anything, or at once if they are further down the page. */
export function layOutOnInput(): void {
  if (!isFromTheTop()) return layOutNear();
  // a scroll bar and a screen reader scroll without any other event
  for (const type of [...INPUT_EVENTS, 'scroll'])
    addEventListener(type, layOutNear, { capture: true, passive: true, once: true });
}
