import type { KeyboardEvent } from 'react';

/** For `onKeyDown` of a number field: signs that a whole number does not have are not typed (S4, S8). */
export function digitsOnly(event: KeyboardEvent): void {
  const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isCharacter && !/\d/.test(event.key)) event.preventDefault();
}
