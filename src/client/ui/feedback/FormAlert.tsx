import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './FormAlert.module.css';

/** The reasons why a form was refused. Screen readers announce them. */
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
