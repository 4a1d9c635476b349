import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { tuning as defaultTuning, type RouletteTuning } from '#/client/platform/theme/tuning.ts';
import { realClock, type Clock } from '#/client/stage/host/clock.ts';
import { StageBoundary } from '#/client/stage/host/StageBoundary.tsx';
import type { StageRenderer } from '#/client/stage/host/StageHost.tsx';
import { DomReel } from './DomReel.tsx';
import { reelGeometry } from './geometry.ts';
import styles from './Roulette.module.css';
import { reelKey, type RouletteItem } from './rouletteItem.ts';
import { createSpinDriver, type SpinPace } from './spin/spinDriver.ts';
import { useStableItems } from './useStableItems.tsx';
import type { TickPlan } from '#/client/platform/media/tickPlan.ts';
import type { SpinPhase } from './spin/timeline.ts';
import { useSpin } from './useSpin.tsx';

export interface RouletteProps {
  /** Contents of the case, not empty. Other ids or odds create another reel, so they must not change during a spin. */
  items: readonly RouletteItem[];
  /** A new id starts a spin at once (R1), with `isFresh` from the first strip. Null while the strip is at rest. */
  spin: { id: number; isFresh?: boolean } | null;
  /** The winning item; after a failure a random one (R4). Null while it is not known. */
  winnerId: number | null;
  /**
   * Name of the draw. It decides where in the tile the strip stops, the tiles beside it and the sparks. Read together
   * with `winnerId`; without a draw the spin's id takes its place.
   */
  draw?: string | undefined;
  /** Whether the player wins that item. False lands without light (R4). Read together with `winnerId`. */
  isPrize?: boolean;
  /** Amount of motion of the next spin; none with reduced motion (R6). */
  pace?: SpinPace;
  /** Shows the prize of this spin at once, or as soon as it is known. The prize stays the same (R3). */
  isSkipped?: boolean;
  tuning?: RouletteTuning;
  clock?: Clock;
  /** Called for every phase in order, in hidden tabs too. */
  onPhase: (phase: SpinPhase) => void;
  /** Called with the ticks of a spin that begins; not called if nothing moves (R3, R6). */
  onPlan?: (plan: TickPlan) => void;
  /** Name of the picture for screen readers. */
  label: string;
}

const PixiReel = lazy(async () => ({ default: (await import('./PixiReel.tsx')).PixiReel }));

/** The ways to draw the reel, best first. If one fails, the next is tried (R7). */
const RENDERERS: readonly (readonly StageRenderer[] | 'dom')[] = [['webgl', 'canvas'], ['canvas'], 'dom'];

const hasCanvas = () => document.createElement('canvas').getContext('2d') !== null;

function OneReel({
  items: givenItems,
  spin,
  winnerId,
  draw,
  isPrize = true,
  pace = 'full',
  isSkipped = false,
  tuning = defaultTuning.roulette,
  clock = realClock,
  onPhase,
  onPlan,
  label,
}: RouletteProps) {
  const items = useStableItems(givenItems);
  const host = useRef<HTMLDivElement>(null);
  const [driver] = useState(() => createSpinDriver(items, tuning, clock));
  const phase = useSyncExternalStore(driver.subscribe, driver.phase);
  const [attempt, setAttempt] = useState(() => (hasCanvas() ? 0 : RENDERERS.indexOf('dom')));
  const [ready, setReady] = useState('none');
  const renderers = RENDERERS[attempt] ?? 'dom';
  const giveWay = useCallback(() => setAttempt((now) => (now === attempt ? now + 1 : now)), [attempt]);

  const spinId = spin?.id;
  const reportPhase = useEffectEvent(onPhase);
  const isPrizeNow = useEffectEvent(() => isPrize);
  const drawNow = useEffectEvent(() => draw ?? String(spin?.id));
  const unseenPx = useEffectEvent(() => {
    const { clientWidth = 0, clientHeight = 0 } = host.current ?? {};
    return reelGeometry(tuning.spin, clientWidth, clientHeight).unseenPx;
  });

  useEffect(() => driver.subscribe(reportPhase), [driver]);
  useSpin(driver, { spin, pace, isSkipped, onPlan });
  useEffect(() => {
    if (spinId === undefined || winnerId === null) return;
    driver.answer(
      Math.max(
        0,
        items.findIndex(({ id }) => id === winnerId),
      ),
      unseenPx(),
      drawNow(),
      isPrizeNow(),
    );
  }, [driver, items, spinId, winnerId]);

  const landed = driver.landedIndex();
  const winner = landed < 0 ? undefined : items[driver.itemAt(landed)];
  return (
    <div
      ref={host}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that a canvas draws
      role="img"
      aria-label={label}
      className={styles.roulette}
      data-phase={phase}
      data-renderer={renderers === 'dom' ? 'dom' : ready}
      data-index={landed < 0 ? undefined : landed}
      data-winner={winner?.id}
      data-rarity={winner?.color}
    >
      {renderers === 'dom' ? (
        <DomReel driver={driver} items={items} tuning={tuning} clock={clock} host={host} />
      ) : (
        <StageBoundary key={attempt} onError={giveWay}>
          <Suspense fallback={null}>
            <PixiReel
              driver={driver}
              items={items}
              tuning={tuning}
              clock={clock}
              host={host}
              renderers={renderers}
              stageTuning={defaultTuning.stage}
              onReady={setReady}
              onUnusable={giveWay}
            />
          </Suspense>
        </StageBoundary>
      )}
    </div>
  );
}

/**
 * The roulette of a case. It gets props and reports phases; the page shows the result (R1 to R7). Its style sheet sets
 * the height, and the tiles fit it.
 */
export function Roulette(props: RouletteProps) {
  return <OneReel key={reelKey(props.items)} {...props} />;
}
