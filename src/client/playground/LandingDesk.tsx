import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Switch } from '../ui/Switch.tsx';
import { CONDITIONS, LANES, type Conditions } from './conditions.ts';
import { NumberRow } from './NumberRow.tsx';
import { RateSelect } from './RateSelect.tsx';
import styles from './Scene.module.css';

interface LandingDeskProps {
  conditions: Conditions;
  change: (changed: Partial<Conditions>) => void;
}

/** What the visitor and the device would decide. */
export function LandingDesk({ conditions, change }: LandingDeskProps) {
  const { lane } = conditions;
  const row = (key: 'speed' | 'busy') => ({
    value: conditions[key],
    usual: CONDITIONS[key],
    onValueChange: (value: number) => change({ [key]: Math.round(value) }),
  });
  return (
    <Panel as="div" padding="snug" className={styles.desk}>
      <h3>What happens</h3>
      <p className={styles.note}>
        The street, the strip of the promotion and the lane below the servers. Browsers that ask for less
        motion and those without WebGL show the flat picture alone.
      </p>
      <Button variant="secondary" onClick={() => change({ lane: (lane + 1) % LANES })}>
        Next server: {lane + 1} of {LANES}
      </Button>
      <RateSelect rate={conditions.rate} change={change} />
      <NumberRow label="Time runs at" unit="%" min={5} max={200} step={5} {...row('speed')} />
      <NumberRow label="Slow device" unit="ms a frame" min={0} max={100} step={1} {...row('busy')} />
      <Switch
        label="The visitor wants no motion"
        checked={conditions.pace === 'still'}
        onCheckedChange={(isStill) => change({ pace: isStill ? 'still' : 'full' })}
      />
    </Panel>
  );
}
