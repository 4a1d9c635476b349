import { useState } from 'react';
import { HeroScene, PromoScene, ServerIndicator } from '../stage/index.ts';
import { StreetPicture } from '../StreetPicture.tsx';
import { FrameGraph } from './FrameGraph.tsx';
import { LandingDesk } from './LandingDesk.tsx';
import { Mounted } from './Mounted.tsx';
import styles from './Scene.module.css';
import { TimeBar } from './TimeBar.tsx';
import { TuningDesk } from './TuningDesk.tsx';
import { usePlayground } from './usePlayground.ts';
import { useSceneTime } from './useSceneTime.ts';

const END_MS = 20_000;
const LANES = 4;

/** The scenes of the landing page on one clock: the street, the strip of the promotion, the lane of the servers. */
export function LandingScene() {
  const { conditions, numbers, tuning, change, setNumbers } = usePlayground();
  const [lane, setLane] = useState(0);
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
        <HeroScene key={JSON.stringify(hero)} tuning={hero} clock={time.clock} startMs={0} />
      </div>
      <div className={styles.strip}>
        <PromoScene key={JSON.stringify(banner)} tuning={banner} clock={time.clock} startMs={0} />
      </div>
      <ServerIndicator
        key={JSON.stringify(indicators)}
        index={lane}
        count={LANES}
        tuning={indicators}
        clock={time.clock}
      />
      <Mounted onMounted={time.restart} />
      <TimeBar time={time} endMs={END_MS} marks={marks} />
      <div className={styles.desks}>
        <LandingDesk
          conditions={conditions}
          change={change}
          lanes={LANES}
          lane={lane}
          onLaneChange={setLane}
        />
        <TuningDesk numbers={numbers} setNumbers={setNumbers} opened="hero" />
        <FrameGraph budgetMs={1000 / (conditions.rate || 60)} />
      </div>
    </div>
  );
}
