/**
 * Collects the texts that an element shows, one after another. A text that stands for a second only may be gone before a
 * busy machine looks at it.
 */
export function labelsOf(element: Element): string[] {
  const labels: string[] = [];
  new MutationObserver(() => {
    const label = element.textContent ?? '';
    if (labels.at(-1) !== label) labels.push(label);
  }).observe(element, { childList: true, characterData: true, subtree: true });
  return labels;
}
