import type { Rarity } from '#/contract/cases.ts';
import styles from './LandingLight.module.css';

/** The light of a prize on the whole page as the wheel stops on it: the rarer, the brighter. */
export function LandingLight({ rarity }: { rarity: Rarity }) {
  return <div className={styles.light} data-rarity={rarity} aria-hidden="true" />;
}
