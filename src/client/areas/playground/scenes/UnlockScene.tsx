import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CaseCrate } from '#/client/areas/cases/opening/CaseCrate.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { caseNames } from '#/client/areas/playground/state/pictureNames.ts';
import { FrameGraph } from './FrameGraph.tsx';
import { Mounted } from './Mounted.tsx';
import styles from './Scene.module.css';
import { TimeBar } from './TimeBar.tsx';
import { TimeRows } from './TimeRows.tsx';
import { TuningDesk } from './TuningDesk.tsx';
import { usePlayground } from '#/client/areas/playground/state/usePlayground.ts';
import { useSceneTime } from '#/client/areas/playground/state/useSceneTime.ts';

const END_MS = 3000;
const MARKS = [
  { label: 'Click', atMs: 0 },
  { label: 'Light', atMs: 250 },
  { label: 'Lid up', atMs: 900 },
  { label: 'Dust', atMs: 1400 },
];

/** A case that opens, with all its animations at one time. */
export function UnlockScene() {
  const { conditions, numbers, change, setNumbers } = usePlayground();
  const host = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const time = useSceneTime({
    conditions,
    change,
    endMs: END_MS,
    begin() {
      flushSync(() => setIsOpen(false));
      for (const animation of host.current?.getAnimations({ subtree: true }) ?? []) animation.finish();
      flushSync(() => setIsOpen(true));
    },
  });
  const { subscribe } = time;
  useEffect(
    () =>
      subscribe((timeMs) => {
        for (const animation of host.current?.getAnimations({ subtree: true }) ?? []) {
          animation.pause();
          animation.currentTime = timeMs;
        }
      }),
    [subscribe],
  );
  return (
    <div className={styles.scene}>
      <div ref={host} className={styles.crate} data-testid="unlock">
        <CaseCrate imageName={conditions.crate} isOpen={isOpen} isSpinning={false} isAwaited />
      </div>
      <Mounted key={conditions.crate} onMounted={time.restart} />
      <TimeBar time={time} endMs={END_MS} marks={MARKS} />
      <div className={styles.desks}>
        <Panel as="div" padding="snug" className={styles.desk}>
          <h3>What happens</h3>
          <p className={styles.note}>
            Cases with frames show 24 rendered pictures of the lid; the others go over from the closed picture
            to the open one under a burst of light.
          </p>
          <Select
            name="crate"
            label="Case"
            value={conditions.crate}
            onValueChange={(crate) => change({ crate })}
            options={caseNames.map((value) => ({ value, label: value }))}
          />
          <TimeRows conditions={conditions} change={change} of={['speed']} />
        </Panel>
        <TuningDesk numbers={numbers} setNumbers={setNumbers} opened="" />
        <FrameGraph budgetMs={1000 / 60} />
      </div>
    </div>
  );
}
