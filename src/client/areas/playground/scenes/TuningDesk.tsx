import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { NumberRow } from '#/client/areas/playground/kit/NumberRow.tsx';
import { saveTuning } from '#/client/areas/playground/state/saveTuning.ts';
import { parseSceneAddress } from '#/client/areas/playground/state/sceneAddress.ts';
import styles from './TuningDesk.module.css';
import { countSaved } from '#/client/areas/playground/state/tuningFields.ts';
import { FIELDS, type Playground } from '#/client/areas/playground/state/usePlayground.ts';

const GROUPS = [...new Set(FIELDS.map(({ group }) => group))].map(
  (group) => [group, FIELDS.filter((field) => field.group === group)] as const,
);

const ownFirst = (opened: string) =>
  GROUPS.toSorted(([a], [b]) => Number(b.startsWith(opened)) - Number(a.startsWith(opened)));

/** Controls for every number of `tuning.json`. Changes apply at once, and can be saved to the file in development. */
export function TuningDesk({
  numbers,
  setNumbers,
  opened,
}: Pick<Playground, 'numbers' | 'setNumbers'> & {
  /** Prefix of the groups that concern the scene and are open. */
  opened: string;
}) {
  const [wanted, setWanted] = useState('');
  const [trouble, setTrouble] = useState('');
  // the page reloads under the same address after the file was written
  const { hash } = useLocation();
  const [saved] = useState(() => countSaved(FIELDS, parseSceneAddress(hash).values));
  const changed = FIELDS.filter(({ path }) => numbers[path] !== undefined);
  const set = (path: string, value: number, usual: number) => {
    const { [path]: _, ...others } = numbers;
    setNumbers(value === usual ? others : { ...others, [path]: value });
  };
  const save = async () => {
    try {
      await saveTuning(numbers);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Panel as="div" padding="snug" className={styles.desk}>
      <h3>Tuning</h3>
      <p className={styles.note}>
        The numbers of <code>src/client/platform/theme/tuning.json</code>. A change shows at once and lives in
        the address, so a link shares it. Nothing is written until you save.
      </p>
      <input
        type="search"
        className={styles.search}
        aria-label="Find a number"
        placeholder="Find a number: blur, sparks, decelerate…"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <div className={styles.groups}>
        {ownFirst(opened).map(([group, fields]) => {
          const found = fields.filter(({ path }) => path.toLowerCase().includes(wanted.trim().toLowerCase()));
          return (
            found.length > 0 && (
              <details
                key={`${group}${wanted !== ''}`}
                open={wanted !== '' || (opened !== '' && group.startsWith(opened))}
              >
                <summary>{group}</summary>
                {found.map(({ path, name, unit, value, min, max, step }) => (
                  <NumberRow
                    key={path}
                    label={name}
                    unit={unit}
                    value={numbers[path] ?? value}
                    usual={value}
                    min={min}
                    max={max}
                    step={step}
                    onValueChange={(next) => set(path, next, value)}
                  />
                ))}
              </details>
            )
          );
        })}
      </div>
      <h4>{changed.length === 0 ? 'Nothing is changed' : `Changed: ${changed.length}`}</h4>
      <ul className={styles.changes}>
        {changed.map(({ path, value }) => (
          <li key={path}>
            <code>{path}</code> {value} → <b>{numbers[path]}</b>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Button
          variant="primary"
          disabled={changed.length === 0 || !import.meta.env.DEV}
          onClick={() => void save()}
        >
          Save into tuning.json
        </Button>
        <Button variant="secondary" disabled={changed.length === 0} onClick={() => setNumbers({})}>
          Reset all
        </Button>
      </div>
      {!import.meta.env.DEV && (
        <p className={styles.note}>Saving works while developing: start the site with npm run dev.</p>
      )}
      <output className={styles.note}>
        {trouble ||
          (saved > 0 &&
            changed.length === 0 &&
            `Saved: ${saved}. Look at the difference of tuning.json, then commit it.`)}
      </output>
    </Panel>
  );
}
