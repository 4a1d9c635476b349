import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { PAGE_DATA_ID } from '#/contract/kernel/pageNames.ts';
import { queryClient } from '#/client/platform/api/queryClient.ts';
import { pageHydration } from './useHydrated.ts';

const element = () => document.getElementById(PAGE_DATA_ID);

/** Stores the data that came with the page in its queries, with the age of the page. */
export function takePageData(): void {
  const text = element()?.textContent;
  if (!text) return;
  hydrate(queryClient, JSON.parse(text) as DehydratedState);
}

let tell = () => {};

/** Resolves when the page is hydrated. */
export const takenOver = new Promise<void>((resolve) => {
  tell = resolve;
});

/** Marks the page as hydrated and removes elements that were served only for its start. */
export function takeOver(): void {
  pageHydration.end();
  element()?.remove();
  tell();
}

const ATTRIBUTE = 'data-style';

/**
 * Sets the inline styles of a server-rendered page from their data attributes, because the content policy lets only
 * scripts set styles.
 */
export function takeStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>(`[${ATTRIBUTE}]`)) {
    element.style.cssText = element.getAttribute(ATTRIBUTE) ?? '';
    element.removeAttribute(ATTRIBUTE);
  }
}
