/**
 * Moves the focus to the first wrong field.
 * @param names of wrong fields, in the order of the form
 */
export function focusFirst(form: HTMLFormElement, [name]: readonly string[]): void {
  if (name === undefined) return;
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
