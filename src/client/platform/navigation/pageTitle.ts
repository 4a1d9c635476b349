import { useEffect } from 'react';
import { create } from 'zustand';

/** The part of the page that is shown: a tab, or one of many things. It tells browser tabs apart. */
export const usePagePart = create<{ part: string | undefined }>(() => ({ part: undefined }));

/** Puts a text in front of the page's title while the component is mounted. */
export function usePageTitle(part: string | undefined): void {
  useEffect(() => {
    if (part === undefined) return undefined;
    usePagePart.setState({ part });
    return () => usePagePart.setState({ part: undefined });
  }, [part]);
}
