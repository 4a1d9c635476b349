import { useEffect, useRef } from 'react';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import styles from './FrameGraph.module.css';
import { METER_FRAMES, meterFrames, type FrameFigures } from '#/client/areas/playground/state/frameMeter.ts';

const HEIGHT_PX = 120;
/** The full height of the graph, ms. */
const ROOM_MS = 34;
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Figure {
  key: keyof FrameFigures;
  label: string;
  digits: number;
  unit: string;
  /** Summarises the values: a typical frame, or an average where only some frames do the work. */
  of: (values: readonly number[]) => number;
}

const FIGURES: readonly Figure[] = [
  { key: 'scriptMs', label: 'Script', digits: 2, unit: 'ms', of: median },
  { key: 'intervalMs', label: 'Interval', digits: 1, unit: 'ms', of: median },
  { key: 'draws', label: 'Draw calls', digits: 1, unit: '', of: mean },
  { key: 'allocatedKb', label: 'Allocated', digits: 1, unit: 'KB', of: mean },
];
const SHOWN_EVERY_MS = 250;

/** Draws the last four seconds of frames without React, because React's work would be measured too. */
export function FrameGraph({ budgetMs }: { budgetMs: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const list = useRef<HTMLDListElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return undefined;
    // taken before the meter replaces it, so that the graph does not measure itself
    const request = globalThis.requestAnimationFrame;
    const meter = meterFrames();
    const style = getComputedStyle(context.canvas);
    const color = (name: string) => style.getPropertyValue(name);
    const [script, interval, budget] = [color('--script'), color('--interval'), color('--budget')];
    const at = (ms: number) => HEIGHT_PX - (Math.min(ms, ROOM_MS) / ROOM_MS) * HEIGHT_PX;
    let shownMs = 0;
    let live = true;
    const paint = (timestampMs: number) => {
      if (!live) return;
      request(paint);
      context.clearRect(0, 0, METER_FRAMES, HEIGHT_PX);
      for (let step = 0; step < METER_FRAMES; step += 1) {
        const figures = meter.frames[(meter.next() + step) % METER_FRAMES];
        if (!figures) continue;
        context.fillStyle = interval;
        context.fillRect(step, at(figures.intervalMs), 1, 2);
        context.fillStyle = script;
        context.fillRect(step, at(figures.scriptMs), 1, HEIGHT_PX);
      }
      context.fillStyle = budget;
      context.fillRect(0, at(budgetMs), METER_FRAMES, 1);
      if (timestampMs - shownMs < SHOWN_EVERY_MS) return;
      shownMs = timestampMs;
      for (const [place, { key, digits, unit, of }] of FIGURES.entries()) {
        const known = meter.frames
          .filter(({ intervalMs }) => intervalMs > 0)
          .map((figures) => figures[key])
          .filter((value) => !Number.isNaN(value));
        const text = known.length === 0 ? 'not told' : `${of(known).toFixed(digits)} ${unit}`;
        const shown = list.current?.children[place]?.querySelector('dd');
        if (shown) shown.textContent = text;
      }
    };
    request(paint);
    return () => {
      live = false;
      meter.stop();
    };
  }, [budgetMs]);
  return (
    <Panel as="div" padding="snug" className={styles.graph}>
      <h3>Frames</h3>
      <canvas ref={canvas} className={styles.canvas} width={METER_FRAMES} height={HEIGHT_PX} aria-hidden />
      <dl ref={list} className={styles.figures}>
        {FIGURES.map(({ key, label }) => (
          <div key={key} data-figure={key}>
            <dt>{label}</dt>
            <dd>—</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        Of the last {METER_FRAMES} frames: medians of the times, means of the rest. Bars are script, dots the
        interval between two frames, the line is the budget of {budgetMs.toFixed(1)} ms. A stage that shows
        nothing new draws nothing.
      </p>
    </Panel>
  );
}
