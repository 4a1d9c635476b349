import styles from './Charts.module.css';
import { LOOKS } from './looks.ts';

const SIZE = 6;

/** SVG definitions of the area patterns, rendered once per page. */
export function Patterns() {
  const tile = { width: SIZE, height: SIZE, patternUnits: 'userSpaceOnUse' } as const;
  return (
    <svg className={styles.patterns} width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="look-plain" {...tile}>
          <rect width={SIZE} height={SIZE} fill={LOOKS.plain.color} />
        </pattern>
        <pattern id="look-hatched" {...tile} patternTransform="rotate(45)">
          <rect width={SIZE} height={SIZE} fill={LOOKS.hatched.color} fillOpacity="0.25" />
          <rect width="2.5" height={SIZE} fill={LOOKS.hatched.color} />
        </pattern>
        <pattern id="look-dotted" {...tile}>
          <rect width={SIZE} height={SIZE} fill={LOOKS.dotted.color} fillOpacity="0.2" />
          <circle cx="3" cy="3" r="1.6" fill={LOOKS.dotted.color} />
        </pattern>
        <pattern id="look-crossed" {...tile}>
          <rect width={SIZE} height={SIZE} fill={LOOKS.crossed.color} fillOpacity="0.2" />
          <path d={`M0 0L${SIZE} ${SIZE}M${SIZE} 0L0 ${SIZE}`} stroke={LOOKS.crossed.color} />
        </pattern>
      </defs>
    </svg>
  );
}
