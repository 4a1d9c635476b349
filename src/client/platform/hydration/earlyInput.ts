const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');

/** Resets React's record of the value: React reports a change only if the value differs from that record. */
function typeAgain(input: HTMLInputElement, typed: string): void {
  const { selectionStart, selectionEnd } = input;
  input.value = input.defaultValue;
  value?.set?.call(input, typed);
  if (selectionStart !== null) input.setSelectionRange(selectionStart, selectionEnd);
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/**
 * Keeps what a visitor types and presses on a rendered page before its code is loaded; the last press counts.
 * @returns a function that passes it to the page once that is hydrated
 */
export function holdInput(root: HTMLElement): () => void {
  const typed = new Map<HTMLInputElement, string>();
  let pressed: HTMLElement | null = null;
  const end = new AbortController();
  const early = { capture: true, signal: end.signal };
  const type = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) typed.set(target, target.value);
  };
  const press = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null;
    if (!button) return;
    // prevents the form from being submitted by the browser
    event.preventDefault();
    event.stopPropagation();
    pressed = button;
  };
  root.addEventListener('input', type, early);
  root.addEventListener('click', press, early);
  return () => {
    end.abort();
    for (const [input, text] of typed) if (input.isConnected) typeAgain(input, text);
    // after the page has received the typed values
    setTimeout(() => pressed?.isConnected && pressed.click());
  };
}
