/**
 * Finds the parts of the page's content that reach beyond the window's sides, except within what cuts or scrolls its own
 * content. The width of the document tells nothing, because the page clips what sticks out. It runs in the page, and so
 * uses nothing from outside itself.
 */
export function sticksOut(): string[] {
  const isCut = (part: Element): boolean => {
    const box = part.parentElement;
    if (!box || box === document.body) return false;
    return getComputedStyle(box).overflowX !== 'visible' || isCut(box);
  };
  return [...document.querySelectorAll('body *')]
    .filter((part) => {
      const { left, right, width } = part.getBoundingClientRect();
      return width > 0 && (left < -1 || right > innerWidth + 1) && !isCut(part);
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 120));
}
