import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { CONDITIONS, type Conditions } from './conditions.ts';
import { NumberRow } from './NumberRow.tsx';
import styles from './Scene.module.css';

interface LandingDeskProps {
  conditions: Conditions;
  change: (changed: Partial<Conditions>) => void;
  lanes: number;
  lane: number;
  onLaneChange: (lane: number) => void;
}

/** What the visitor and the device would decide. */
export function LandingDesk({ conditions, change, lanes, lane, onLaneChange }: LandingDeskProps) {
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
      <Button variant="secondary" onClick={() => onLaneChange((lane + 1) % lanes)}>
        Next server: {lane + 1} of {lanes}
      </Button>
      <NumberRow label="Time runs at" unit="%" min={5} max={200} step={5} {...row('speed')} />
      <NumberRow label="Slow device" unit="ms a frame" min={0} max={100} step={1} {...row('busy')} />
    </Panel>
  );
}
