import { useEffect, useState } from 'react';
import { tuning } from '#/client/platform/theme/tuning.ts';

/** Copies a text. `isCopied` is true for a second afterwards (L3). A failure is only logged. */
export function useCopy(text: string): { isCopied: boolean; copy: () => Promise<void> } {
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    const timer = copies > 0 ? setTimeout(() => setCopies(0), tuning.dom.copyFeedbackMs) : undefined;
    return () => clearTimeout(timer);
  }, [copies]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopies((count) => count + 1);
    } catch (error) {
      console.warn('the text was not copied', error);
    }
  };
  return { isCopied: copies > 0, copy };
}
