import styles from './CrateLight.module.css';

/** Where each speck begins and drifts is in the style sheet. */
const DUST = Array.from({ length: 20 }, (_, at) => at);
const SPREAD_PERCENT = 5;

/** What breaks out of a case that opens: a seam of light, and the dust that the light carries. */
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
