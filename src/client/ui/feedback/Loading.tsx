import type { ReactNode } from 'react';

interface LoadingProps {
  /** Names what is loading, for screen readers. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Placeholders of content that is loading. */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div className={className} aria-busy="true">
      <output className="unseen">{label}</output>
      {children}
    </div>
  );
}
