const ATTRIBUTE = 'data-style';

/**
 * Sets the inline styles of a rendered page from their data attributes: the content policy allows that to scripts only.
 */
export function takeStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>(`[${ATTRIBUTE}]`)) {
    element.style.cssText = element.getAttribute(ATTRIBUTE) ?? '';
    element.removeAttribute(ATTRIBUTE);
  }
}
