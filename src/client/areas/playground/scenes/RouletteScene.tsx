import { Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ManualClock } from '#/client/stage/host/clock.ts';
import { Roulette, StageBoundary, type SpinPhase } from '#/client/stage/index.ts';
import { Chip } from '#/client/ui/display/Chip.tsx';
import { FrameGraph } from './FrameGraph.tsx';
import { Mounted } from './Mounted.tsx';
import { RouletteDesk } from './RouletteDesk.tsx';
import { rouletteTimes } from '#/client/areas/playground/state/rouletteTimes.ts';
import styles from './Scene.module.css';
import { TimeBar } from './TimeBar.tsx';
import { TuningDesk } from './TuningDesk.tsx';
import { usePlayground } from '#/client/areas/playground/state/usePlayground.ts';
import { useSampleItems } from '#/client/areas/playground/state/useSampleItems.ts';
import { useSceneTime } from '#/client/areas/playground/state/useSceneTime.ts';

const BEST_RATE_HZ = 60;

/** One roulette, with the decisions of server and player as controls. */
export function RouletteScene() {
  const { conditions, numbers, tuning, change, setNumbers } = usePlayground();
  const items = useSampleItems(conditions.items);
  const { rarity, winner, delay, skip, pace, fails, draw } = conditions;
  const won = items[winner - 1] ?? items.find(({ color }) => color === rarity) ?? items[0];
  const [run, setRun] = useState({ id: 1, isAnswered: false, isSkipped: false });
  const [phase, setPhase] = useState<SpinPhase>('initial');

  const { endMs, marks } = rouletteTimes(tuning.roulette, conditions);
  const begin = (clock: ManualClock) => {
    const id = run.id + 1 + Math.floor(performance.now());
    flushSync(() => setRun({ id, isAnswered: false, isSkipped: false }));
    const later = (atMs: number, now: Partial<typeof run>) =>
      clock.callAt(atMs, () =>
        flushSync(() => setRun((current) => (current.id === id ? { ...current, ...now } : current))),
      );
    later(delay, { isAnswered: true });
    if (skip > 0) later(skip, { isSkipped: true });
  };
  const time = useSceneTime({ conditions, change, begin, endMs });

  // a reel reads its tuning once; other conditions restart the same reel
  const reelKey = JSON.stringify([conditions.items, tuning.roulette]);
  const sceneKey = JSON.stringify([reelKey, won?.id, delay, skip, pace, fails, draw]);
  return (
    <div className={styles.scene}>
      <StageBoundary onError={() => setPhase('initial')}>
        <Suspense fallback={<div className={styles.wait} />}>
          <Roulette
            key={reelKey}
            items={items}
            spin={{ id: run.id, isFresh: true }}
            winnerId={run.isAnswered ? (won?.id ?? null) : null}
            draw={draw}
            isPrize={!fails}
            pace={pace}
            isSkipped={run.isSkipped}
            tuning={tuning.roulette}
            clock={time.clock}
            onPhase={setPhase}
            label="The reel of the playground"
          />
          <Mounted key={sceneKey} onMounted={time.restart} />
        </Suspense>
      </StageBoundary>
      <TimeBar time={time} endMs={endMs} marks={marks} />
      <div className={styles.readings}>
        <Chip icon="reload" label="Phase" value={phase} />
        <Chip icon="gift" label="Winner" value={won ? `${won.name} · ${won.rarityLabel}` : '—'} />
      </div>
      <div className={styles.desks}>
        <RouletteDesk conditions={conditions} change={change} items={items} />
        <TuningDesk numbers={numbers} setNumbers={setNumbers} opened="roulette" />
        <FrameGraph budgetMs={1000 / (conditions.rate || BEST_RATE_HZ)} />
      </div>
    </div>
  );
}
