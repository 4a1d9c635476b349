import { OPEN_COUNTS } from '#/contract/cases.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { Switch } from '#/client/ui/inputs/Switch.tsx';
import { CONDITIONS, type Conditions } from '#/client/areas/playground/state/conditions.ts';
import { DrawField } from './DrawField.tsx';
import { RateSelect } from './RateSelect.tsx';
import styles from './Scene.module.css';
import { TimeRows } from './TimeRows.tsx';

const COUNTS = OPEN_COUNTS.map((count) => ({ value: String(count), label: String(count) }));

interface SeveralDeskProps {
  conditions: Conditions;
  change: (changed: Partial<Conditions>) => void;
}

/** Controls for the decisions of the server, the player and the device. */
export function SeveralDesk({ conditions, change }: SeveralDeskProps) {
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
      <DrawField draw={conditions.draw} change={change} />
      <TimeRows conditions={conditions} change={change} of={['skip', 'speed', 'busy']} />
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
