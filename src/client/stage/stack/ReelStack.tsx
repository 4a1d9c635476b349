import {
  type CSSProperties,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { TickPlan } from '#/client/platform/media/tickPlan.ts';
import { tuning as defaultTuning, type RouletteTuning } from '#/client/platform/theme/tuning.ts';
import { realClock, type Clock } from '#/client/stage/host/clock.ts';
import { hasWebGl } from '#/client/stage/host/usable.ts';
import { StageBoundary } from '#/client/stage/host/StageBoundary.tsx';
import { reelKey, type RouletteItem } from '#/client/stage/roulette/rouletteItem.ts';
import type { SpinPace } from '#/client/stage/roulette/spin/spinDriver.ts';
import type { SpinPhase } from '#/client/stage/roulette/spin/timeline.ts';
import { useSpin } from '#/client/stage/roulette/useSpin.tsx';
import { useStableItems } from '#/client/stage/roulette/useStableItems.tsx';
import { DomRow } from './DomRow.tsx';
import styles from './ReelStack.module.css';
import { RowPrize } from './RowPrize.tsx';
import { createStackDriver } from './stackDriver.ts';
import { MOST_ITEMS, stackGeometry } from './stackPlan.ts';

/** The end of a row: the winning item, and the name of its draw as in `RouletteProps`. */
export interface RowEnd {
  winnerId: number;
  draw?: string | undefined;
}

export interface ReelStackProps {
  /** As in `RouletteProps`. */
  items: readonly RouletteItem[];
  /** Number of reels, 2 to 10. */
  rows: number;
  /** As in `RouletteProps`. */
  spin: { id: number; isFresh?: boolean } | null;
  /** The ends of the rows from the first, which lands first. Null while they are not known. */
  ends: readonly RowEnd[] | null;
  /** Whether the player wins these items. False lands all rows together and without light (R4). */
  isPrize?: boolean;
  pace?: SpinPace;
  isSkipped?: boolean;
  tuning?: RouletteTuning;
  clock?: Clock;
  /** Called for every phase of the last row, in order, in hidden tabs too. */
  onPhase: (phase: SpinPhase) => void;
  /** Called when a row has landed, before `onPhase` for the last one. */
  onLand?: (row: number) => void;
  onPlan?: (plan: TickPlan) => void;
  /** Name of the picture for screen readers. */
  label: string;
}

const PixiStack = lazy(async () => ({ default: (await import('./PixiStack.tsx')).PixiStack }));

const hasCanvas = () => document.createElement('canvas').getContext('2d') !== null;

/** True once WebGL 2 was found. Then nobody looks again, because each look costs a context. */
let hadWebGl = false;

/** Whether the shader can draw the rows: Pixi alone would try WebGL 1 too, or give up only after seconds (R7). */
function hasShader(): boolean {
  hadWebGl ||= hasWebGl();
  return hadWebGl;
}

function OneStack({
  items: givenItems,
  rows,
  spin,
  ends,
  isPrize = true,
  pace = 'full',
  isSkipped = false,
  tuning = defaultTuning.roulette,
  clock = realClock,
  onPhase,
  onLand,
  onPlan,
  label,
}: ReelStackProps) {
  const items = useStableItems(givenItems);
  const host = useRef<HTMLDivElement>(null);
  const [driver] = useState(() => createStackDriver(items, rows, tuning, clock));
  const subscribe = useCallback((listener: () => void) => driver.subscribe(listener), [driver]);
  const phase = useSyncExternalStore(subscribe, driver.phase);
  const [isDom, setIsDom] = useState(() => !hasCanvas() || !hasShader() || items.length > MOST_ITEMS);
  const [ready, setReady] = useState('none');
  const giveWay = useCallback(() => setIsDom(true), []);

  const spinId = spin?.id;
  const reportPhase = useEffectEvent((row: number, rowPhase: SpinPhase) => {
    if (rowPhase === 'final') onLand?.(row);
    if (row === rows - 1) onPhase(rowPhase);
  });
  const isPrizeNow = useEffectEvent(() => isPrize);
  const endsNow = useEffectEvent(() =>
    (ends ?? []).map(({ winnerId, draw }, row) => ({
      place: Math.max(
        0,
        items.findIndex(({ id }) => id === winnerId),
      ),
      draw: draw ?? `${spin?.id}:${row}`,
    })),
  );
  const unseenPx = useEffectEvent(() => {
    const { clientWidth = 0, clientHeight = 0 } = host.current ?? {};
    return stackGeometry(tuning.spin, rows, clientWidth, clientHeight).row.unseenPx;
  });

  useEffect(() => driver.subscribe((row, rowPhase) => reportPhase(row, rowPhase)), [driver]);
  useSpin(driver, { spin, pace, isSkipped, onPlan });
  const isAnswered = ends !== null;
  useEffect(() => {
    if (spinId !== undefined && isAnswered) driver.answer(endsNow(), unseenPx(), isPrizeNow());
  }, [driver, spinId, isAnswered]);

  return (
    <div
      ref={host}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that a canvas draws
      role="img"
      aria-label={label}
      className={styles.stack}
      data-phase={phase}
      data-rows={rows}
      style={{ '--rows': rows } as CSSProperties}
      data-renderer={isDom ? 'dom' : ready}
    >
      {isDom ? (
        driver.rows.map((row) => (
          <DomRow key={row.name} driver={row} items={items} tuning={tuning} clock={clock} />
        ))
      ) : (
        <StageBoundary onError={giveWay}>
          <Suspense fallback={null}>
            <PixiStack
              driver={driver}
              items={items}
              tuning={tuning}
              clock={clock}
              host={host}
              stageTuning={defaultTuning.stage}
              onReady={setReady}
              onUnusable={giveWay}
            />
          </Suspense>
        </StageBoundary>
      )}
      <div className={styles.prizes}>
        {driver.rows.map((row) => (
          <RowPrize key={row.name} driver={row} items={items} isPrize={isPrize} />
        ))}
      </div>
    </div>
  );
}

/**
 * Several reels one above the other, which land from the first to the last (R5). Like `Roulette` it gets props and
 * reports phases. Nothing tells the end of a row before it has landed.
 */
export function ReelStack(props: ReelStackProps) {
  return <OneStack key={`${props.rows} ${reelKey(props.items)}`} {...props} />;
}
