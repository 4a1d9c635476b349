import type { ReactNode } from 'react';
import { Time } from './Time.tsx';
import styles from './Timeline.module.css';

export interface TimelineLine {
  /** The kind of event. */
  kind: string;
  /** ISO 8601. */
  at: string;
  tone: 'good' | 'bad' | 'quiet';
  text: ReactNode;
  /** Shown below the text. */
  more?: ReactNode;
}

/** The events of an order or a delivery, the oldest first. */
export function Timeline({ title, lines }: { title: string; lines: readonly TimelineLine[] }) {
  return (
    <section className={styles.timeline}>
      <h2>{title}</h2>
      <ol>
        {keyed(lines).map(([key, { at, tone, text, more }]) => (
          <li key={key} data-tone={tone}>
            <span className={styles.when}>
              <Time at={at} />
            </span>
            <div className={styles.what}>
              <p>{text}</p>
              {more}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/**
 * Gives every line a key of kind, time and number of equal earlier lines. A line inserted between others does not
 * change their keys.
 */
function keyed(lines: readonly TimelineLine[]): [key: string, line: TimelineLine][] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const same = `${line.kind} ${line.at}`;
    const before = seen.get(same) ?? 0;
    seen.set(same, before + 1);
    return [`${same} ${before}`, line];
  });
}

/** A dimmed line below a line of the timeline. */
export const TimelineNote = ({ text }: { text: string | null }) =>
  text ? <p className={styles.note}>{text}</p> : null;
