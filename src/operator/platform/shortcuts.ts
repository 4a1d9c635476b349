import { useEffect } from 'react';

/** Whether the key press belongs to a field, a menu or a dialog. */
function isTaken({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return true;
  return target.closest('input, textarea, select, [contenteditable], [role=listbox], [role=dialog]') !== null;
}

/**
 * Handles single keys anywhere on the page, but not in fields, menus and dialogs. The handlers are named by the key.
 */
export function useShortcuts(handlers: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const handler = isTaken(event) ? undefined : handlers[event.key];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [handlers]);
}
