import styles from './CrateLight.module.css';

/** Specks of dust. The style sheet has the course of each. */
const DUST = Array.from({ length: 20 }, (_, at) => at);
const SPREAD_PERCENT = 5;

/** The light of a case that opens: a bright seam and the dust in it. */
export function CrateLight() {
  return (
    <>
      <span className={styles.seam} aria-hidden="true" />
      <span className={styles.dust} aria-hidden="true">
        {DUST.map((at) => (
          <i key={at} style={{ insetInlineStart: `${at * SPREAD_PERCENT}%` }} />
        ))}
      </span>
    </>
  );
}
