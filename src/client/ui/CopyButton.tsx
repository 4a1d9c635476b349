import { useEffect, useState } from 'react';
import { tuning } from '../tuning.ts';
import { Button } from './Button.tsx';

interface CopyButtonProps {
  /** What is copied. */
  text: string;
  label: string;
  copiedLabel: string;
}

/** Copies a text and says so for a second (C3, L3). A failure is only logged. */
export function CopyButton({ text, label, copiedLabel }: CopyButtonProps) {
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
  return (
    <>
      <Button variant="secondary" size="small" icon={copies ? 'check' : 'copy'} onClick={() => void copy()}>
        {copies ? copiedLabel : label}
      </Button>
      <output className="unseen">{copies > 0 && copiedLabel}</output>
    </>
  );
}
