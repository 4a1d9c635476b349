import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { PrizeHaul } from '#/client/areas/cases/results/PrizeHaul.tsx';
import { prizeGroups } from '#/client/areas/cases/state/prizeGroups.ts';
import { TurningCards } from '#/client/areas/cases/results/TurningCards.tsx';
import type { ManualClock } from '#/client/stage/host/clock.ts';
import { FrameGraph } from './FrameGraph.tsx';
import { Mounted } from './Mounted.tsx';
import { prizeNames } from '#/client/areas/playground/state/pictureNames.ts';
import styles from './Scene.module.css';
import { SeveralDesk } from './SeveralDesk.tsx';
import { severalPrizes } from '#/client/areas/playground/state/severalPrizes.ts';
import { TimeBar } from './TimeBar.tsx';
import { TuningDesk } from './TuningDesk.tsx';
import { usePlayground } from '#/client/areas/playground/state/usePlayground.ts';
import { useSampleItems } from '#/client/areas/playground/state/useSampleItems.ts';
import { useSceneTime } from '#/client/areas/playground/state/useSceneTime.ts';

const BEST_RATE_HZ = 60;

/** Several pieces opened at once: the grid that turns over, rarity by rarity. */
export function SeveralScene() {
  const { t } = useTranslation('cases');
  const { conditions, numbers, tuning, change, setNumbers } = usePlayground();
  const { draw, count, skip, pace } = conditions;
  const items = useSampleItems(prizeNames.length);
  const groups = prizeGroups(severalPrizes(items, draw, count));
  const host = useRef<HTMLDivElement>(null);
  const [deal, setDeal] = useState({ id: 0, turned: 0, isSkipped: false });

  const { turnRarityMs, turnCardsMs } = tuning.dom;
  const isStill = pace === 'still';
  // the rarest is the first of the groups and turns last
  const turnsAtMs = (rank: number) => (groups.length - rank) * turnRarityMs;
  const lastTurnMs = isStill ? 0 : turnsAtMs(0);
  const endMs = lastTurnMs + turnCardsMs;
  const begin = (clock: ManualClock) => {
    const id = deal.id + 1 + Math.floor(performance.now());
    flushSync(() => setDeal({ id, turned: isStill ? groups.length : 0, isSkipped: false }));
    const later = (atMs: number, now: Partial<typeof deal>) =>
      clock.callAt(atMs, () =>
        flushSync(() => setDeal((current) => (current.id === id ? { ...current, ...now } : current))),
      );
    if (isStill) return;
    const skipAtMs = skip > 0 ? skip : Infinity;
    for (const rank of groups.keys())
      if (turnsAtMs(rank) < skipAtMs) later(turnsAtMs(rank), { turned: groups.length - rank });
    if (skipAtMs < lastTurnMs) later(skipAtMs, { turned: groups.length, isSkipped: true });
  };
  const time = useSceneTime({ conditions, change, begin, endMs });

  const show = useEffectEvent((timeMs: number) => {
    for (const animation of host.current?.getAnimations({ subtree: true }) ?? []) {
      if (!(animation instanceof CSSAnimation) || !(animation.effect instanceof KeyframeEffect)) continue;
      const card = animation.effect.target?.closest<HTMLElement>('[data-rarity]');
      const rank = groups.findIndex(({ color }) => color === card?.dataset['rarity']);
      animation.pause();
      animation.currentTime = Math.max(0, timeMs - turnsAtMs(rank));
    }
  });
  const { subscribe } = time;
  useEffect(() => subscribe((timeMs) => show(timeMs)), [subscribe]);
  const sceneKey = JSON.stringify([draw, count, skip, pace, turnRarityMs]);
  return (
    <div className={styles.scene}>
      <TimeBar
        time={time}
        endMs={endMs}
        marks={[
          { label: 'Deal', atMs: 0 },
          ...(isStill ? [] : groups)
            .map(({ color }, rank) => ({ label: t(`rarity.${color}`), atMs: turnsAtMs(rank) }))
            .toReversed(),
        ]}
      />
      <div ref={host} key={deal.id} className={styles.several} data-testid="several">
        <TurningCards
          groups={groups}
          hidden={groups.length - deal.turned}
          isInstant={deal.isSkipped || isStill}
          isWhole
        />
        {deal.turned === groups.length && <PrizeHaul groups={groups} />}
      </div>
      <Mounted key={sceneKey} onMounted={time.restart} />
      <div className={styles.desks}>
        <SeveralDesk conditions={conditions} change={change} />
        <TuningDesk numbers={numbers} setNumbers={setNumbers} opened="dom" />
        <FrameGraph budgetMs={1000 / (conditions.rate || BEST_RATE_HZ)} />
      </div>
    </div>
  );
}
