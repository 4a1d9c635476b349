import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './FormAlert.module.css';

/** Why a form was refused, read aloud as it appears. */
export function FormAlert({ sentences }: { sentences: readonly string[] }) {
  return (
    <div role="alert" className={styles.region}>
      {sentences.length > 0 && (
        <div className={`cut ${styles.alert}`}>
          <Icon name="warning" />
          <div>
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
