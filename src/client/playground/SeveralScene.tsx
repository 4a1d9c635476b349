import { useRef, useState } from 'react';
import { OPEN_COUNTS } from '#/contract/cases.ts';
import { SeveralResults } from '../cases/SeveralResults.tsx';
import { seededRandom, seedOf } from '../stage/roulette/strip.ts';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Select } from '../ui/Select.tsx';
import { FrameGraph } from './FrameGraph.tsx';
import { prizePictures } from './prizePictures.ts';
import styles from './Scene.module.css';
import { TuningDesk } from './TuningDesk.tsx';
import { usePlayground } from './usePlayground.ts';
import { useSampleItems } from './useSampleItems.ts';

const COUNTS = OPEN_COUNTS.map((count) => ({ value: String(count), label: String(count) }));

/** Several pieces opened at once: the grid that turns over, rarity by rarity. */
export function SeveralScene() {
  const { conditions, numbers, change, setNumbers } = usePlayground();
  const items = useSampleItems(prizePictures.length);
  const [isDealt, setIsDealt] = useState(false);
  const deal = useRef<HTMLButtonElement>(null);
  const random = seededRandom(seedOf(conditions.draw));
  const total = items.reduce((sum, { tickets }) => sum + tickets, 0);
  const prizes = Array.from({ length: conditions.count }, (_, at) => {
    let ticket = random() * total;
    const item = items.find(({ tickets }) => (ticket -= tickets) < 0) ?? items[0];
    return {
      id: at + 1,
      name: item?.name ?? '',
      imageName: item?.name ?? '',
      color: item?.color ?? 'simple',
      isSwapAvailable: false,
      premiumCoinsPrice: 0,
      draw: { epochId: conditions.draw, nonce: at },
    };
  });
  const [dealt, setDealt] = useState(prizes);
  return (
    <div className={styles.scene}>
      <div className={styles.desks}>
        <Panel as="div" padding="snug" className={styles.desk}>
          <h3>What happens</h3>
          <p className={styles.note}>
            Prizes of the draw by declared odds, dealt face down and turned over by rarity, the rarest last.
            Escape and Space show all of it. This scene runs in its own time.
          </p>
          <Select
            name="count"
            label="Pieces"
            value={String(conditions.count)}
            onValueChange={(value) => change({ count: Number(value) })}
            options={COUNTS}
          />
          <label className={styles.draw}>
            <span className="label">Draw</span>
            <input
              value={conditions.draw}
              maxLength={80}
              onChange={({ target }) => change({ draw: target.value })}
            />
          </label>
          <Button
            ref={deal}
            variant="primary"
            icon="play"
            onClick={() => {
              setDealt(prizes);
              setIsDealt(true);
            }}
          >
            Deal
          </Button>
        </Panel>
        <TuningDesk numbers={numbers} setNumbers={setNumbers} opened="" />
        <FrameGraph budgetMs={1000 / 60} />
      </div>
      <SeveralResults
        prizes={isDealt ? dealt : null}
        onAllSeen={() => {}}
        onDone={() => setIsDealt(false)}
        finalFocus={deal}
      />
    </div>
  );
}
