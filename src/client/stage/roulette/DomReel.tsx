import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { reelGeometry } from './geometry.ts';
import type { ReelProps } from './Reel.tsx';
import styles from './DomReel.module.css';
import { pitchPx } from './spin/timeline.ts';

interface DomReelProps extends Omit<ReelProps, 'onUnusable'> {
  /** Room above and below the tiles, px; by default that of a single reel. */
  marginPx?: number;
}

/** The reel as plain elements, for browsers without a canvas (R7). Each frame sets one transform. */
export function DomReel({ driver, items, tuning, clock, host, marginPx }: DomReelProps) {
  const { spin } = tuning;
  const strip = useRef<HTMLDivElement>(null);
  const [geometry, setGeometry] = useState(() => reelGeometry(spin, 0, 0, marginPx));

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const size = new ResizeObserver(() =>
      setGeometry(reelGeometry(spin, element.clientWidth, element.clientHeight, marginPx)),
    );
    size.observe(element);
    return () => size.disconnect();
  }, [host, marginPx, spin]);

  useEffect(() => {
    const row = strip.current;
    if (!row || geometry.widthPx === 0) return undefined;
    const { scale, widthPx } = geometry;
    const pitch = pitchPx(spin);
    const tiles = [...row.children] as HTMLElement[];
    const shown: number[] = [];
    let request = 0;
    const paint = (timestampMs: number) => {
      const frame = driver.sample(clock.frameMs(timestampMs));
      const first = Math.floor((frame.positionPx - widthPx / (2 * scale)) / pitch + 0.5);
      for (let step = 0; step < tiles.length; step += 1) {
        const index = first + step;
        const slot = ((index % tiles.length) + tiles.length) % tiles.length;
        const tile = tiles[slot];
        if (!tile || shown[slot] === index) continue;
        shown[slot] = index;
        tile.style.translate = `${index * pitch * scale}px`;
        for (const [place, face] of [...tile.children].entries()) {
          face.toggleAttribute('hidden', place !== driver.itemAt(index));
        }
      }
      row.style.transform = `translate3d(${widthPx / 2 - frame.positionPx * scale}px, 0, 0)`;
      row.style.opacity = String(frame.alpha);
      for (const [slot, tile] of tiles.entries()) {
        tile.toggleAttribute('data-won', frame.winnerIndex >= 0 && shown[slot] === frame.winnerIndex);
      }
      request = driver.isLive(clock.nowMs()) ? requestAnimationFrame(paint) : 0;
    };
    const repaint = () => {
      shown.length = 0;
      if (request === 0) paint(performance.now());
    };
    repaint();
    const unsubscribe = driver.subscribe(repaint);
    return () => {
      unsubscribe();
      cancelAnimationFrame(request);
    };
  }, [clock, driver, geometry, spin]);

  return (
    <>
      <div
        ref={strip}
        className={styles.strip}
        style={{ '--tile': `${spin.tilePx * geometry.scale}px` } as CSSProperties}
      >
        {Array.from({ length: geometry.widthPx > 0 ? geometry.tiles : 0 }, (_, slot) => (
          <div key={slot} className={styles.tile}>
            {items.map((item) => (
              <div key={item.id} className={styles.face} data-rarity={item.color} hidden>
                <picture>
                  {item.fallbackUrl && <source type="image/avif" srcSet={item.imageUrl} />}
                  <img className={styles.picture} src={item.fallbackUrl ?? item.imageUrl} alt="" />
                </picture>
                <span className={styles.name}>{item.name}</span>
                <span className={styles.rarity}>{item.rarityLabel}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <i className={styles.edge} />
      <i className={styles.needle} />
    </>
  );
}
