import type { CSSProperties } from 'react';
import { Chapter, Part } from './Specimens.tsx';
import styles from './ShapeChapter.module.css';

const CUTS = ['cut-s', 'cut-button', 'cut-m', 'cut-tier', 'cut-l'] as const;
const SPACES = ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10'] as const;
const STROKES = ['stroke', 'stroke-strong', 'stroke-field'] as const;
const MOVES = [
  ['d-1', 'ease-out'],
  ['d-2', 'ease-out'],
  ['d-3', 'ease-out'],
  ['d-3', 'ease-snap'],
  ['d-4', 'ease-in'],
] as const;

const as = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, token]) => [`--${name}`, `var(--${token})`]),
  ) as CSSProperties;

/** Corners, distances, lines and times by their names. */
export function ShapeChapter() {
  const root = getComputedStyle(document.documentElement);
  const valueOf = (token: string) => root.getPropertyValue(`--${token}`).replace('cubic-bezier', '');
  return (
    <Chapter title="Shape, space, motion">
      <Part title="Corners, cut top right and bottom left">
        <ul className={styles.cuts}>
          {CUTS.map((cut) => (
            <li key={cut} className="cut" style={as({ c: cut, bd: 'stroke-strong' })}>
              <span className="label">{cut}</span>
              <span className="label">{valueOf(cut)}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Space">
        <ul className={styles.spaces}>
          {SPACES.map((space) => (
            <li key={space} style={as({ space })}>
              <span className="label">{`${space} ${valueOf(space)}`}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Lines">
        <ul className={styles.cuts}>
          {STROKES.map((stroke) => (
            <li key={stroke} className="cut" style={as({ bd: stroke })}>
              <span className="label">{stroke}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Motion: hover a lane">
        <ul className={styles.moves}>
          {MOVES.map(([time, ease]) => (
            <li key={time + ease} style={as({ time, ease })}>
              <span className="label">{`${time} ${valueOf(time)} · ${ease}`}</span>
            </li>
          ))}
        </ul>
      </Part>
    </Chapter>
  );
}
