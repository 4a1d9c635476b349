import { type CSSProperties, useEffect } from 'react';
import { caseFrames, caseImage } from '#/client/platform/media/images.ts';
import { letTravel, useTravel } from '#/client/platform/navigation/travel.ts';
import { Picture } from '#/client/ui/display/Picture.tsx';
import styles from './CaseCrate.module.css';
import { CrateLight } from './CrateLight.tsx';

/**
 * Position of the closed picture in the square of the open one, as shares of its side, for cases without frames. The
 * body of the case stays in place while the lid rises. The values were measured once on the rendered pictures.
 */
const CLOSED_IN_OPEN: Readonly<Record<string, { x: number; y: number; side: number }>> = {
  diplomat: { x: 0, y: 0.235, side: 0.885 },
  garage: { x: 0.086, y: 0.212, side: 0.8 },
  loft: { x: 0.0138, y: 0.1995, side: 0.8744 },
  patrol: { x: 0.0138, y: 0.1995, side: 0.8744 },
  port: { x: 0.142, y: 0.055, side: 0.85 },
  taxi: { x: 0.0138, y: 0.1995, side: 0.8744 },
};

interface CaseCrateProps {
  /** Absent where the picture does not come from another page. */
  caseId?: number;
  imageName: string;
  /** Whether the lid is open: from the click until the result is closed. */
  isOpen: boolean;
  /** Whether the roulette spins. */
  isSpinning: boolean;
  /** Whether the player is about to open the case, so that the pictures of the opening are preloaded. */
  isAwaited: boolean;
}

/** The picture of the case under its lamp. When it opens, the lid swings up and light breaks out. */
export function CaseCrate({ caseId, imageName, isOpen, isSpinning, isAwaited }: CaseCrateProps) {
  const travel = useTravel();
  useEffect(() => {
    if (caseId !== undefined) letTravel(caseId);
  }, [caseId]);
  const frames = caseFrames(imageName);
  const closedIn = frames?.closed ?? CLOSED_IN_OPEN[imageName];
  const state = isOpen ? 'open' : 'closed';
  return (
    <div className={styles.crate} data-state={state} data-spinning={isSpinning || undefined}>
      <span className={styles.cone} aria-hidden="true" />
      <span className={styles.burst} aria-hidden="true" />
      <Picture
        className={styles.closed}
        style={caseId === undefined ? undefined : travel(caseId)}
        files={caseImage(imageName, 'hero')}
        fetchPriority="high"
      />
      {(isAwaited || isOpen) && (
        <div
          className={styles.opening}
          style={closedIn && placeOver(closedIn)}
          data-placed={closedIn !== undefined || undefined}
          data-framed={frames !== undefined || undefined}
          aria-hidden="true"
        >
          {frames && (
            <span className={styles.window}>
              <span className={styles.rows}>
                <Picture className={styles.sheet} files={frames.sheet} />
              </span>
            </span>
          )}
          <Picture className={styles.open} files={caseImage(imageName, 'open')} />
        </div>
      )}
      <CrateLight />
    </div>
  );
}

/** The square of the open case, placed so that its case covers the closed picture. */
function placeOver({ x, y, side }: { x: number; y: number; side: number }): CSSProperties {
  const share = (part: number) => `${(100 * part) / side}%`;
  return { width: share(1), insetInlineStart: share(-x), insetBlockStart: share(-y) };
}
