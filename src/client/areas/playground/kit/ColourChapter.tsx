import type { CSSProperties } from 'react';
import styles from './ColourChapter.module.css';
import { Chapter } from './Specimens.tsx';

const LADDERS = [
  ['ink-950', 'ink-900', 'ink-850', 'ink-800', 'ink-700', 'ink-600', 'ink-500', 'ink-400', 'ink-300'],
  ['bone-50', 'bone-100', 'bone-200', 'bone-300', 'xenon-200', 'line-yellow'],
  ['sodium-300', 'sodium-400', 'sodium-500', 'sodium-600', 'sodium-900'],
  ['tail-400', 'tail-500', 'tail-900', 'signal-400', 'signal-500', 'signal-900'],
  ['stroke', 'stroke-strong', 'stroke-field'],
] as const;

const DARK = /^(ink-[5-9]|sodium-9|tail-9|signal-9|stroke)/;

/** The colours by name, with the value that the browser has for them. */
export function ColourChapter() {
  const root = getComputedStyle(document.documentElement);
  return (
    <Chapter title="Colour">
      <div className={styles.ladders}>
        {LADDERS.map((ladder) => (
          <ul key={ladder[0]} className={styles.ladder}>
            {ladder.map((name) => (
              <li
                key={name}
                className={styles.swatch}
                style={{ '--swatch': `var(--${name})` } as CSSProperties}
                data-dark={DARK.test(name) || undefined}
              >
                <b>{name}</b>
                <span>{root.getPropertyValue(`--${name}`)}</span>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </Chapter>
  );
}
