import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadPageTexts } from '../platform/texts.ts';
import styles from './BookName.module.css';

/** Says what a book checks. A book without a text is shown by its name in the commands. */
export function BookName({ name }: { name: string }) {
  const { t, i18n } = useTranslation();
  // the dashboard shows books only while one is broken
  const { isPending } = useQuery({
    queryKey: ['texts', 'operatorBooks'],
    queryFn: () => loadPageTexts(['operatorBooks']).then(() => true),
    staleTime: Infinity,
  });
  const key = `operatorBooks:books.${name}`;
  const text = i18n.exists(key) && t(key as never);
  if (!text && !isPending) return <span lang="en">{name}</span>;
  return (
    <span>
      <code className={styles.code}>{name.split(' ', 1)}</code> {text}
    </span>
  );
}
