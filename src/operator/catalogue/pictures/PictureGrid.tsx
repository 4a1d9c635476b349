import { useId } from 'react';
import styles from './Pictures.module.css';
import { shortName } from './pictureNames.ts';
import { Thumbnail } from './Thumbnail.tsx';

interface PictureGridProps {
  label: string;
  names: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** A grid of pictures to choose from. Arrow keys move between them. */
export function PictureGrid({ label, names, chosen, onChoose }: PictureGridProps) {
  const group = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.grid}>
        {names.map((name) => (
          <label key={name} className={styles.choice}>
            <input
              type="radio"
              name={group}
              className="unseen"
              checked={name === chosen}
              onChange={() => onChoose(name)}
            />
            <Thumbnail name={name} isThere size="large" />
            <span className={styles.name}>{shortName(name)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
