import { useEffect } from 'react';
import { create } from 'zustand';

/** What of its page is shown: a tab, or one thing of many. Tabs of a browser are told apart by it. */
export const usePagePart = create<{ part: string | undefined }>(() => ({ part: undefined }));

/** Puts what is shown in front of the page's title, for as long as it is shown. */
export function usePageTitle(part: string | undefined): void {
  useEffect(() => {
    if (part === undefined) return undefined;
    usePagePart.setState({ part });
    return () => usePagePart.setState({ part: undefined });
  }, [part]);
}
