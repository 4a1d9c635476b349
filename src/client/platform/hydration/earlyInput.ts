type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Resets React's record of the value: React reports a change only if the value differs from that record. */
function typeAgain(field: Field, typed: string): void {
  const { selectionStart, selectionEnd } = field;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Passes a changed field to the page. A script cannot choose files, so the page is only told that there are some. */
function hand(field: Field, typed: string): void {
  if (!field.isConnected) return;
  if (field.type === 'file') field.dispatchEvent(new Event('change', { bubbles: true }));
  else typeAgain(field, typed);
}

/**
 * Keeps what a visitor types and presses on a rendered page before its code is loaded; the last press counts. It also
 * keeps fields that were changed before this call: the visitor may have typed while this file was loading, and the
 * browser fills fields again after a reload.
 * @returns a function that passes it to the page once that is hydrated
 */
export function holdInput(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<Field>('input, textarea')];
  const typed = new Map(
    fields.filter((field) => field.value !== field.defaultValue).map((field) => [field, field.value]),
  );
  let pressed: HTMLElement | null = null;
  const end = new AbortController();
  const early = { capture: true, signal: end.signal };
  const type = ({ target }: Event) => {
    if (isField(target)) typed.set(target, target.value);
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
    for (const [field, text] of typed) hand(field, text);
    // after the page has received the typed values
    setTimeout(() => pressed?.isConnected && pressed.click());
  };
}
