import styles from './Avatar.module.css';

interface AvatarProps {
  /** The player's name; its initials are shown. */
  name: string;
  size?: 'small' | 'medium' | 'large';
}

/** The initials of a player, stamped into enamel. Screen readers skip it, because the name stands beside it. */
export function Avatar({ name, size = 'medium' }: AvatarProps) {
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** Returns the initials of the first two words, with any separator: `marlo.night` gives MN. */
function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = words.length > 1 ? words.slice(0, 2).map(([letter]) => letter) : [words[0] ?? '?'];
  return letters.join('').slice(0, 2).toUpperCase();
}
