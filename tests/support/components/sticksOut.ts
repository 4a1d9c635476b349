/**
 * Names the elements that are wider than the window. The width that a document scrolls over does not tell, because the
 * page cuts off what sticks out. What an element with a scroll bar of its own holds may be wider.
 */
export function sticksOut(within: Element = document.body): string[] {
  return [...within.children].flatMap((element) => {
    const { left, right } = element.getBoundingClientRect();
    if (left < -1 || right > window.innerWidth + 1)
      return `${element.tagName} ${element.className}: ${left} to ${right}`;
    return getComputedStyle(element).overflowX === 'visible' ? sticksOut(element) : [];
  });
}
