import { HeroScene, PromoScene, ServerIndicator } from '#/client/stage/index.ts';
import { StreetPicture } from '#/client/platform/media/StreetPicture.tsx';
import { LANES } from '#/client/areas/playground/state/conditions.ts';
import { FrameGraph } from './FrameGraph.tsx';
import { LandingDesk } from './LandingDesk.tsx';
import { Mounted } from './Mounted.tsx';
import styles from './Scene.module.css';
import { TimeBar } from './TimeBar.tsx';
import { TuningDesk } from './TuningDesk.tsx';
import { usePlayground } from '#/client/areas/playground/state/usePlayground.ts';
import { useSceneTime } from '#/client/areas/playground/state/useSceneTime.ts';

const END_MS = 20_000;

/** The scenes of the landing page on one clock: the street, the strip of the promotion, the lane of the servers. */
export function LandingScene() {
  const { conditions, numbers, tuning, change, setNumbers } = usePlayground();
  const isStill = conditions.pace === 'still';
  const time = useSceneTime({ conditions, change, endMs: END_MS, begin: () => {} });
  const { hero, banner, indicators } = tuning;
  const marks = [
    { label: 'Start', atMs: 0 },
    { label: 'Sweep', atMs: banner.sweepEveryMs - banner.sweepMs / 2 },
  ];
  return (
    <div className={styles.scene}>
      <div className={styles.street}>
        <StreetPicture />
        {!isStill && <HeroScene key={JSON.stringify(hero)} tuning={hero} clock={time.clock} startMs={0} />}
      </div>
      <div className={styles.strip}>
        {!isStill && (
          <PromoScene key={JSON.stringify(banner)} tuning={banner} clock={time.clock} startMs={0} />
        )}
      </div>
      <ServerIndicator
        key={JSON.stringify(indicators)}
        index={conditions.lane}
        count={LANES}
        isLit={!isStill}
        tuning={indicators}
        clock={time.clock}
      />
      <Mounted onMounted={time.restart} />
      <TimeBar time={time} endMs={END_MS} marks={marks} />
      <div className={styles.desks}>
        <LandingDesk conditions={conditions} change={change} />
        <TuningDesk numbers={numbers} setNumbers={setNumbers} opened="hero" />
        <FrameGraph budgetMs={1000 / (conditions.rate || 60)} />
      </div>
    </div>
  );
}
