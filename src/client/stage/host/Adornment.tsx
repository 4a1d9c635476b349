import { Suspense, useCallback, useRef, useState, type ReactNode, type RefObject } from 'react';
import styles from './Adornment.module.css';
import { StageBoundary } from './StageBoundary.tsx';
import { useIsWanted } from './useIsWanted.ts';

/** What a scene is told of its place, and what it has to tell. */
export interface AdornedPlace {
  host: RefObject<HTMLElement | null>;
  /** The first picture is on the canvas. */
  onShown: () => void;
  /** No more pictures will come. */
  onUnusable: () => void;
}

interface AdornmentProps {
  /** Name of the scene, for style sheets and tests. */
  scene: string;
  className?: string | undefined;
  /** The scene, which may load itself. */
  children: (place: AdornedPlace) => ReactNode;
}

/**
 * The place of a scene that only adorns what the page shows without it: it comes late, fades in over what is
 * there, and is gone without a trace where it cannot be or is not wanted.
 */
export function Adornment({ scene, className, children }: AdornmentProps) {
  const host = useRef<HTMLDivElement>(null);
  const isWanted = useIsWanted(host);
  const [state, setState] = useState<'coming' | 'shown' | 'broken'>('coming');
  const onShown = useCallback(() => setState('shown'), []);
  const onUnusable = useCallback(() => setState('broken'), []);
  const isThere = isWanted && state !== 'broken';
  return (
    <div
      ref={host}
      aria-hidden
      className={[styles.adornment, className].join(' ')}
      data-scene={scene}
      data-shown={(isThere && state === 'shown') || undefined}
    >
      {isThere && (
        <StageBoundary onError={onUnusable}>
          <Suspense fallback={null}>{children({ host, onShown, onUnusable })}</Suspense>
        </StageBoundary>
      )}
    </div>
  );
}
