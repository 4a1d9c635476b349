import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import styles from './TextLink.module.css';

/** A link in a text, with a dashed line below. */
export function TextLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...props} className={styles.link} />;
}
