import type { ReactNode } from 'react';
import styles from './TextPage.module.css';

interface TextPageProps {
  title: string;
  lead: string;
  /** Small text below the lead. */
  note?: ReactNode;
  contentsLabel: string;
  /** The headings that the list of contents leads to, in groups. */
  contents: readonly (readonly { id: string; title: string }[])[];
  /** The sections. */
  children: ReactNode;
}

/** A page to read, with its list of contents beside it. */
export function TextPage({ title, lead, note, contentsLabel, contents, children }: TextPageProps) {
  return (
    <article className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {note}
      </header>
      <nav className={`cut ${styles.contents}`} aria-label={contentsLabel}>
        <div className={styles.list}>
          {contents.map((group) => (
            <ol key={group[0]?.id}>
              {group.map(({ id, title: heading }) => (
                <li key={id}>
                  <a href={`#${id}`}>{heading}</a>
                </li>
              ))}
            </ol>
          ))}
        </div>
      </nav>
      {children}
    </article>
  );
}
