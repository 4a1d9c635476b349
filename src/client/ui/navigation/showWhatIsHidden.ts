/**
 * Marks the ends of a horizontally scrolling row where content is out of sight: `data-hidden` is `start`, `end`, both
 * or empty.
 * @returns a function that ends this
 */
export function showWhatIsHidden(row: HTMLElement): () => void {
  const look = () => {
    const rest = row.scrollWidth - row.clientWidth - row.scrollLeft;
    row.dataset['hidden'] = [row.scrollLeft > 1 && 'start', rest > 1 && 'end'].filter(Boolean).join(' ');
  };
  const resized = new ResizeObserver(look);
  resized.observe(row);
  for (const part of row.children) resized.observe(part);
  row.addEventListener('scroll', look, { passive: true });
  return () => {
    resized.disconnect();
    row.removeEventListener('scroll', look);
  };
}
