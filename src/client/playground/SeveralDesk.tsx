import { OPEN_COUNTS } from '#/contract/cases.ts';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import { CONDITIONS, type Conditions } from './conditions.ts';
import { NumberRow } from './NumberRow.tsx';
import { RateSelect } from './RateSelect.tsx';
import styles from './Scene.module.css';

const COUNTS = OPEN_COUNTS.map((count) => ({ value: String(count), label: String(count) }));

interface SeveralDeskProps {
  conditions: Conditions;
  change: (changed: Partial<Conditions>) => void;
}

/** What the server, the player and the device would decide. */
export function SeveralDesk({ conditions, change }: SeveralDeskProps) {
  const row = (key: 'skip' | 'speed' | 'busy') => ({
    value: conditions[key],
    usual: CONDITIONS[key],
    onValueChange: (value: number) => change({ [key]: Math.round(value) }),
  });
  return (
    <Panel as="div" padding="snug" className={styles.desk}>
      <h3>What happens</h3>
      <p className={styles.note}>
        Prizes of the draw by declared odds, dealt face down and turned over by rarity, the rarest last. On
        the site they lie in a dialog.
      </p>
      <div className={styles.selects}>
        <Select
          name="count"
          label="Pieces"
          value={String(conditions.count)}
          onValueChange={(value) => change({ count: Number(value) })}
          options={COUNTS}
        />
        <RateSelect rate={conditions.rate} change={change} />
      </div>
      <label className={styles.draw}>
        <span className="label">Draw</span>
        <input
          value={conditions.draw}
          maxLength={80}
          onChange={({ target }) => change({ draw: target.value || CONDITIONS.draw })}
        />
        <Button
          variant="secondary"
          size="small"
          onClick={() => change({ draw: `night-${Math.floor(Math.random() * 1e6)}` })}
        >
          Another
        </Button>
      </label>
      <NumberRow label="Skip after" unit="ms, 0 is never" min={0} max={8000} step={50} {...row('skip')} />
      <NumberRow label="Time runs at" unit="%" min={5} max={200} step={5} {...row('speed')} />
      <NumberRow label="Slow device" unit="ms a frame" min={0} max={100} step={1} {...row('busy')} />
      <Switch
        label="The player wants no motion"
        checked={conditions.pace === 'still'}
        onCheckedChange={(isStill) => change({ pace: isStill ? 'still' : 'full' })}
      />
      <Button variant="secondary" onClick={() => change(CONDITIONS)}>
        All of it as usual
      </Button>
    </Panel>
  );
}
