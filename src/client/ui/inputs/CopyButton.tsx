import { Button } from './Button.tsx';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps {
  /** Text to copy. */
  text: string;
  label: string;
  copiedLabel: string;
  variant?: 'primary' | 'secondary' | 'quiet';
}

/** Copies a text and says so for a second (C3, L3). A failure is only logged. */
export function CopyButton({ text, label, copiedLabel, variant = 'secondary' }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(text);
  return (
    <>
      <Button variant={variant} size="small" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
        {isCopied ? copiedLabel : label}
      </Button>
      <output className="unseen">{isCopied && copiedLabel}</output>
    </>
  );
}
