import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import styles from './TextLink.module.css';

/** A link inside of a text, with a lane mark under it. */
export function TextLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...props} className={styles.link} />;
}
