import type { ReactNode } from 'react';

interface LoadingProps {
  /** What is awaited, told to whoever does not see the children. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The places of what is not here yet. */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div className={className} aria-busy="true">
      <output className="unseen">{label}</output>
      {children}
    </div>
  );
}
