const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');

/** React hears of a value only when it is another one than it has last seen in the field. */
function typeAgain(input: HTMLInputElement, typed: string): void {
  const { selectionStart, selectionEnd } = input;
  input.value = input.defaultValue;
  value?.set?.call(input, typed);
  if (selectionStart !== null) input.setSelectionRange(selectionStart, selectionEnd);
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/**
 * Keeps what a visitor types into a rendered page and presses on it before its code is there; the last press counts.
 * @returns hands it to the page, once that answers
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
    // nor does a form leave by itself
    event.preventDefault();
    event.stopPropagation();
    pressed = button;
  };
  root.addEventListener('input', type, early);
  root.addEventListener('click', press, early);
  return () => {
    end.abort();
    for (const [input, text] of typed) if (input.isConnected) typeAgain(input, text);
    // when the page has taken in what was typed
    setTimeout(() => pressed?.isConnected && pressed.click());
  };
}
