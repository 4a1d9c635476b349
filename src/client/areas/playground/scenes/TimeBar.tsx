import { useEffect, useRef } from 'react';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import styles from './TimeBar.module.css';
import type { SceneTime } from '#/client/areas/playground/state/useSceneTime.ts';

interface TimeBarProps {
  time: SceneTime;
  endMs: number;
  /** Marked times, in order. */
  marks: readonly { label: string; atMs: number }[];
}

/** The time of a scene: plays, pauses, seeks to any millisecond, and links to the shown frame. */
export function TimeBar({ time, endMs, marks }: TimeBarProps) {
  const slider = useRef<HTMLInputElement>(null);
  const reading = useRef<HTMLOutputElement>(null);
  const { subscribe } = time;
  useEffect(
    () =>
      subscribe((timeMs) => {
        if (slider.current) slider.current.value = String(Math.round(timeMs));
        if (reading.current) reading.current.textContent = `${Math.round(timeMs)} ms`;
      }),
    [subscribe],
  );
  const lastMs = Math.ceil(endMs);
  return (
    <Panel as="div" padding="snug" className={styles.bar}>
      <div className={styles.buttons}>
        <Button variant="primary" onClick={time.toggle}>
          {time.isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Button variant="secondary" onClick={() => time.step(-1)}>
          −1 frame
        </Button>
        <Button variant="secondary" onClick={() => time.step(1)}>
          +1 frame
        </Button>
        <output ref={reading} className={styles.reading} />
        <CopyButton text={location.href} label="Copy a link to this" copiedLabel="Copied" />
      </div>
      <label className={styles.road}>
        <span className="unseen">Time, ms</span>
        <input
          ref={slider}
          type="range"
          min={0}
          max={lastMs}
          step={1}
          defaultValue={0}
          onChange={({ target }) => time.seek(Number(target.value))}
        />
      </label>
      <ol className={styles.marks}>
        {marks.map(({ label, atMs }) => (
          <li key={label} style={{ insetInlineStart: `${(100 * atMs) / lastMs}%` }}>
            <button type="button" onClick={() => time.seek(Math.ceil(atMs))}>
              {label} <small>{Math.round(atMs)}</small>
            </button>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
