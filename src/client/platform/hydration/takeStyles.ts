const ATTRIBUTE = 'data-style';

/** Gives elements of a rendered page their own styles: the content policy lets only a script do that. */
export function takeStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>(`[${ATTRIBUTE}]`)) {
    element.style.cssText = element.getAttribute(ATTRIBUTE) ?? '';
    element.removeAttribute(ATTRIBUTE);
  }
}
