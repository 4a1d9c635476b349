import { useEffect } from 'react';
import { create } from 'zustand';

/** Name of the shown part of the page: a tab, or one entry of many. It distinguishes browser tabs. */
export const usePagePart = create<{ part: string | undefined }>(() => ({ part: undefined }));

/** Puts a text in front of the page's title while the component is mounted. */
export function usePageTitle(part: string | undefined): void {
  useEffect(() => {
    if (part === undefined) return undefined;
    usePagePart.setState({ part });
    return () => usePagePart.setState({ part: undefined });
  }, [part]);
}
