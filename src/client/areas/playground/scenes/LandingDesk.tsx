import { Button } from '#/client/ui/inputs/Button.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Switch } from '#/client/ui/inputs/Switch.tsx';
import { LANES, type Conditions } from '#/client/areas/playground/state/conditions.ts';
import { RateSelect } from './RateSelect.tsx';
import styles from './Scene.module.css';
import { TimeRows } from './TimeRows.tsx';

interface LandingDeskProps {
  conditions: Conditions;
  change: (changed: Partial<Conditions>) => void;
}

/** Controls for the decisions of the visitor and the device. */
export function LandingDesk({ conditions, change }: LandingDeskProps) {
  const { lane } = conditions;
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
      <TimeRows conditions={conditions} change={change} of={['speed', 'busy']} />
      <Switch
        label="The visitor wants no motion"
        checked={conditions.pace === 'still'}
        onCheckedChange={(isStill) => change({ pace: isStill ? 'still' : 'full' })}
      />
    </Panel>
  );
}
