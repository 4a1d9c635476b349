/**
 * A script for pages that only code looks at: the browser does not draw them, which saves a fifth of the processor time.
 * The root is transparent; layout, animations, what lies under the mouse and the styles of all elements below the root
 * stay as they are.
 */
export const DRAW_NOTHING = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets = [sheet];
}`;

/** A script for scenes that only code looks at: they draw a sixteenth of their points, which makes a spin cheap. */
export const DRAW_SCENES_COARSELY = `Object.defineProperty(globalThis, 'devicePixelRatio', { value: 0.25 });`;

/** Draws the page again until the next one is loaded. Runs in the page. */
export function drawAgain(): void {
  document.adoptedStyleSheets = [];
}
