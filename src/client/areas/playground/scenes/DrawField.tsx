import { Button } from '#/client/ui/inputs/Button.tsx';
import { CONDITIONS, type Conditions } from '#/client/areas/playground/state/conditions.ts';
import styles from './Scene.module.css';

interface DrawFieldProps {
  draw: string;
  change: (changed: Partial<Conditions>) => void;
}

/** The field for the name of the draw, with a button for a random one. */
export function DrawField({ draw, change }: DrawFieldProps) {
  return (
    <label className={styles.draw}>
      <span className="label">Draw</span>
      <input
        value={draw}
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
  );
}
