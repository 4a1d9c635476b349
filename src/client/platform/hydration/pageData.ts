import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { PAGE_DATA_ID } from '#/contract/page.ts';
import { queryClient } from './queryClient.ts';

const element = () => document.getElementById(PAGE_DATA_ID);

/** Makes the data that came with the page those of its queries, as fresh as the page. */
export function takePageData(): void {
  const text = element()?.textContent;
  if (!text) return;
  hydrate(queryClient, JSON.parse(text) as DehydratedState);
}

let tell = () => {};

/** Resolves when the page answers. */
export const takenOver = new Promise<void>((resolve) => {
  tell = resolve;
});

/** The page answers now: what was served for its start is no longer needed. */
export function takeOver(): void {
  element()?.remove();
  tell();
}
