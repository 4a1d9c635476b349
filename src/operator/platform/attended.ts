/** If no key or pointer was used for this long, the page counts as unattended, in ms. */
const ATTENDED_MS = 60_000;

let lastInputMs = performance.now();

/** Records the time of every key press and pointer press. */
export function watchInput(): void {
  const note = () => {
    lastInputMs = performance.now();
  };
  for (const name of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    addEventListener(name, note, { capture: true, passive: true });
}

/**
 * Whether an operator used the page recently. Automatic calls of an unattended page must not prolong the session
 * (O3).
 */
export const isAttended = (): boolean => performance.now() - lastInputMs < ATTENDED_MS;
