import { Suspense, useCallback, useRef, useState, type ReactNode, type RefObject } from 'react';
import styles from './Adornment.module.css';
import { StageBoundary } from './StageBoundary.tsx';
import { useIsWanted } from './useIsWanted.ts';

/** Values and callbacks that a scene gets from its place. */
export interface AdornedPlace {
  host: RefObject<HTMLElement | null>;
  /** The scene calls this when its first picture is on the canvas. */
  onShown: () => void;
  /** The scene calls this when it cannot draw any more. */
  onUnusable: () => void;
}

interface AdornmentProps {
  /** Name of the scene, for style sheets and tests. */
  scene: string;
  className?: string | undefined;
  /** Renders the scene, which may be lazy. */
  children: (place: AdornedPlace) => ReactNode;
}

/**
 * The place of a scene that only decorates the page. The scene loads late and fades in over the page. If it cannot be
 * drawn or is not wanted, the page looks as before.
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
