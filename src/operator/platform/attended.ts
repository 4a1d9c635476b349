/** After this long without a key or a pointer nobody is at the page, ms. */
const ATTENDED_MS = 60_000;

let lastInputMs = performance.now();

/** Notes every key and every press from now on. */
export function watchInput(): void {
  const note = () => {
    lastInputMs = performance.now();
  };
  for (const name of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    addEventListener(name, note, { capture: true, passive: true });
}

/** Whether somebody is at the page. What it asks by itself meanwhile must not keep the session alive (O3). */
export const isAttended = (): boolean => performance.now() - lastInputMs < ATTENDED_MS;
