import { useEffect } from 'react';
import { create } from 'zustand';

interface PagePart {
  /** Name of the shown part of the page: a tab, or one entry of many. It distinguishes browser tabs. */
  part: string | undefined;
  /** Whether the part has a page of its own, so that its name is the whole title. */
  isWhole: boolean;
}

const NONE: PagePart = { part: undefined, isWhole: false };

export const usePagePart = create<PagePart>(() => NONE);

/**
 * Puts a text in front of the page's title while the component is mounted.
 * @param isWhole whether the text stands in the place of the title. The server writes the same into the document.
 */
export function usePageTitle(part: string | undefined, isWhole = false): void {
  useEffect(() => {
    if (part === undefined) return undefined;
    usePagePart.setState({ part, isWhole });
    return () => usePagePart.setState(NONE);
  }, [part, isWhole]);
}
