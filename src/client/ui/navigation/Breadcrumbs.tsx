import { Link } from 'react-router-dom';
import styles from './Breadcrumbs.module.css';

interface Crumb {
  label: string;
  /** Path; left out for the current page. */
  to?: string;
  /** Whether a picture travels back to that page. */
  viewTransition?: boolean;
}

/** The path from the start of a section to this page. */
export function Breadcrumbs({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={label}>
      <ol className={styles.crumbs}>
        {crumbs.map(({ label: name, to, viewTransition = false }) => (
          <li key={name}>
            {to ? (
              <Link to={to} viewTransition={viewTransition}>
                {name}
              </Link>
            ) : (
              <b aria-current="page">{name}</b>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
