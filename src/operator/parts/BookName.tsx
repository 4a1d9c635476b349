import { useTranslation } from 'react-i18next';
import { useFieldTexts } from '../acts/fieldTexts.ts';
import styles from './BookName.module.css';

/** Says what a book checks. A book without a text is shown by its name in the commands. */
export function BookName({ name }: { name: string }) {
  useTranslation('operatorBooks');
  const { known } = useFieldTexts();
  const text = known(`operatorBooks:books.${name}`);
  if (!text) return <span lang="en">{name}</span>;
  return (
    <span>
      <code className={styles.code}>{name.split(' ', 1)}</code> {text}
    </span>
  );
}
