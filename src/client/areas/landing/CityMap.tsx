import mapUrl from '#assets/landing/map.svg';
import styles from './CityMap.module.css';

interface CityMapProps {
  /** Index of the route, from 0. */
  place: number;
}

/** Routes along the streets of assets/landing/map.svg, and the part of the map that shows each. */
const DRIVES = [
  {
    view: '470 87 660 480',
    from: [651, 409],
    to: [947, 149],
    corners: '651,409 644,351 719,331 770,318 777,376 833,362 904,346 897,287 886,214 956,199 947,149',
  },
  {
    view: '641 105 660 480',
    from: [1135, 167],
    to: [807, 180],
    corners: '1135,167 1072,177 1001,190 1012,264 1020,321 975,330 904,346 897,287 886,214 816,230 807,180',
  },
  {
    view: '72 203 660 480',
    from: [238, 527],
    to: [576, 370],
    corners: '238,527 228,468 288,452 365,430 350,355 338,304 415,283 482,265 493,315 506,390 576,370',
  },
  {
    view: '908 142 660 480',
    from: [1434, 204],
    to: [1020, 321],
    corners:
      '1434,204 1445,262 1455,326 1384,333 1331,339 1322,275 1312,218 1231,228 1147,240 1084,251 1092,308 1020,321',
  },
] as const;

/** A part of the city map with a route drawn through it. */
export function CityMap({ place }: CityMapProps) {
  const drive = DRIVES[place % DRIVES.length] ?? DRIVES[0];
  const [fromX, fromY] = drive.from;
  const [toX, toY] = drive.to;
  return (
    <svg className={styles.map} viewBox={drive.view} preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <image className={styles.streets} href={mapUrl} width="1600" height="1000" />
      <polyline className={styles.glow} points={drive.corners} pathLength="1" />
      <polyline className={styles.drive} points={drive.corners} pathLength="1" />
      <circle className={styles.from} cx={fromX} cy={fromY} r="7" />
      <circle className={styles.halo} cx={toX} cy={toY} r="22" />
      <circle className={styles.to} cx={toX} cy={toY} r="8" />
    </svg>
  );
}
