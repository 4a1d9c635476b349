import type { ReactNode } from 'react';
import styles from './Chip.module.css';
import { Icon, type IconName } from './Icon.tsx';

/** A small instrument: icon, label and value. */
export function Chip({ icon, label, value }: { icon: IconName; label: string; value: ReactNode }) {
  return (
    <span className={`cut ${styles.chip}`}>
      <Icon name={icon} />
      <span className="label">{label}</span>
      <b>{value}</b>
    </span>
  );
}
