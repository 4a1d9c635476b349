/**
 * Writes into `data-hidden` of a row that scrolls sideways at which of its ends something is out of sight: `start`,
 * `end`, both or neither.
 * @returns what stops it
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
