import { RARITIES } from '#/contract/cases.ts';
import type { RouletteItem } from '#/client/stage/index.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { Switch } from '#/client/ui/inputs/Switch.tsx';
import { CONDITIONS, MOST_ITEMS, type Conditions } from '#/client/areas/playground/state/conditions.ts';
import { DrawField } from './DrawField.tsx';
import { NumberRow } from '#/client/areas/playground/kit/NumberRow.tsx';
import { RateSelect } from './RateSelect.tsx';
import styles from './Scene.module.css';
import { TimeRows } from './TimeRows.tsx';

interface RouletteDeskProps {
  conditions: Conditions;
  change: (changed: Partial<Conditions>) => void;
  items: readonly RouletteItem[];
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const PACES = [
  { value: 'full', label: 'Full' },
  { value: 'quick', label: 'Quick, about 3 s' },
  { value: 'still', label: 'Reduced motion' },
];

/** Controls for the decisions of the server, the player and the device. */
export function RouletteDesk({ conditions, change, items }: RouletteDeskProps) {
  return (
    <Panel as="div" padding="snug" className={styles.desk}>
      <h3>What happens</h3>
      <p className={styles.note}>
        The same conditions show the same picture at the same millisecond, on every machine. All of it is in
        the address.
      </p>
      <div className={styles.selects}>
        <Select
          name="winner"
          label="Winner"
          value={String(conditions.winner)}
          onValueChange={(value) => change({ winner: Number(value) })}
          options={[
            { value: '0', label: 'First of the rarity' },
            ...items.map(({ id, name, rarityLabel }) => ({
              value: String(id),
              label: `${name} · ${rarityLabel}`,
            })),
          ]}
        />
        <Select
          name="rarity"
          label="Rarity"
          value={conditions.rarity}
          onValueChange={(value) =>
            change({ winner: 0, rarity: RARITIES.find((known) => known === value) ?? CONDITIONS.rarity })
          }
          options={asOptions(RARITIES)}
        />
        <Select
          name="pace"
          label="Pace"
          value={conditions.pace}
          onValueChange={(value) => change({ pace: value as Conditions['pace'] })}
          options={PACES}
        />
        <RateSelect rate={conditions.rate} change={change} />
      </div>
      <DrawField draw={conditions.draw} change={change} />
      <NumberRow
        label="Items"
        min={2}
        max={MOST_ITEMS}
        step={1}
        value={conditions.items}
        usual={CONDITIONS.items}
        onValueChange={(count) => change({ items: Math.round(count) })}
      />
      <TimeRows conditions={conditions} change={change} of={['delay', 'skip', 'speed', 'busy']} />
      <Switch
        label="The server fails: nothing is won"
        checked={conditions.fails}
        onCheckedChange={(fails) => change({ fails })}
      />
      <Button variant="secondary" onClick={() => change(CONDITIONS)}>
        All of it as usual
      </Button>
    </Panel>
  );
}
