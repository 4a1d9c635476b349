import { extend, useApplication, useTick } from '@pixi/react';
import { Container, Sprite, type Ticker } from 'pixi.js';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { RouletteTuning } from '#/client/tuning.ts';
import type { Clock } from '../clock.ts';
import { drawFrame } from '../frames.ts';
import { reelGeometry } from './geometry.ts';
import { createReveal } from './reveal.tsx';
import type { RouletteItem } from './rouletteItem.ts';
import type { ReelFrame, SpinDriver } from './spinDriver.ts';
import { GLOW_CORE } from './tileArt.ts';
import { pitchPx } from './timeline.ts';
import { useReelAtlas, type ReelAtlas } from './useReelAtlas.tsx';

extend({ Container, Sprite });

export interface ReelProps {
  driver: SpinDriver;
  items: readonly RouletteItem[];
  tuning: RouletteTuning;
  clock: Clock;
  /** Where the colours and fonts of the page are read from. */
  host: RefObject<HTMLElement | null>;
  /** The tiles cannot be drawn here. */
  onUnusable: () => void;
}

/** The strip of tiles: a ring of sprites that one function of time moves (R1, R2). */
export function Reel({ driver, items, tuning, clock, host, onUnusable }: ReelProps) {
  const { app } = useApplication();
  const { spin } = tuning;
  const [geometry, setGeometry] = useState(() => reelGeometry(spin, 0, 0));
  const tilePx = geometry.heightPx > 1 ? Math.round(spin.tilePx * geometry.scale) : 0;
  const atlas = useReelAtlas(items, host, tilePx, app.renderer.resolution, onUnusable);

  const current = useRef(geometry);
  const strip = useRef<Container>(null);
  const glow = useRef<Sprite>(null);
  const rim = useRef<Sprite>(null);
  const ring = useRef<(Sprite | null)[]>([]);
  /** The tile that each sprite of the ring shows. */
  const shown = useRef<number[]>([]);
  const [reveal] = useState(() => createReveal(tuning.glow));

  useLayoutEffect(() => {
    const measure = () => {
      current.current = reelGeometry(spin, app.renderer.screen.width, app.renderer.screen.height);
      shown.current.length = 0;
      setGeometry(current.current);
    };
    measure();
    app.renderer.on('resize', measure);
    return () => {
      app.renderer?.off('resize', measure);
    };
  }, [app, spin]);

  const place = useCallback(
    (atlas: ReelAtlas, frame: ReelFrame) => {
      const { widthPx, heightPx, scale } = current.current;
      const pitch = pitchPx(spin);
      const count = ring.current.length;
      const first = Math.floor((frame.positionPx - widthPx / (2 * scale)) / pitch + 0.5);
      for (let step = 0; step < count; step += 1) {
        const index = first + step;
        const slot = ((index % count) + count) % count;
        const sprite = ring.current[slot];
        if (!sprite || shown.current[slot] === index) continue;
        shown.current[slot] = index;
        sprite.texture = atlas.texture(String(driver.itemAt(index)));
        sprite.position.x = index * pitch * scale;
        sprite.scale.set((spin.tilePx * scale) / atlas.cellPx);
        sprite.alpha = 1;
      }
      if (!strip.current) return;
      strip.current.position.set(widthPx / 2 - frame.positionPx * scale, heightPx / 2);
      strip.current.alpha = frame.alpha;
    },
    [driver, spin],
  );

  const light = useCallback(
    (atlas: ReelAtlas, { winnerIndex, restedMs }: ReelFrame) => {
      if (!glow.current || !rim.current) return;
      const isLit = winnerIndex >= 0;
      glow.current.visible = isLit;
      rim.current.visible = isLit;
      if (!isLit) return;
      const { light } = reveal;
      reveal.seek(restedMs);
      const { scale } = current.current;
      const unit = (spin.tilePx * scale) / atlas.cellPx;
      for (const [slot, sprite] of ring.current.entries()) {
        const isWinner = shown.current[slot] === winnerIndex;
        sprite?.scale.set(isWinner ? unit * light.winnerScale : unit);
        if (sprite) sprite.alpha = isWinner ? 1 : light.neighbourAlpha;
      }
      const tint = atlas.tint(driver.itemAt(winnerIndex));
      const x = winnerIndex * pitchPx(spin) * scale;
      glow.current.texture = atlas.texture('glow');
      glow.current.tint = tint;
      glow.current.alpha = light.glowAlpha;
      glow.current.position.x = x;
      glow.current.scale.set((unit / GLOW_CORE) * light.glowScale);
      rim.current.texture = atlas.texture('rim');
      rim.current.tint = tint;
      rim.current.alpha = light.rimAlpha;
      rim.current.position.x = x;
      rim.current.scale.set(unit * light.winnerScale);
    },
    [driver, reveal, spin],
  );

  const paint = useCallback(
    (ticker: Ticker) => {
      if (!atlas) return;
      const frame = driver.sample(clock.frameMs(ticker.lastTime + ticker.elapsedMS));
      place(atlas, frame);
      light(atlas, frame);
    },
    [atlas, clock, driver, light, place],
  );
  useTick(paint);

  useEffect(
    () =>
      driver.subscribe(() => {
        shown.current.length = 0;
      }),
    [driver],
  );
  useEffect(() => {
    if (!atlas) return;
    ring.current.length = geometry.tiles;
    shown.current.length = 0;
    drawFrame(app);
  }, [app, atlas, geometry]);
  useEffect(() => reveal.end, [reveal]);

  return (
    <pixiContainer ref={strip}>
      <pixiSprite ref={glow} anchor={0.5} visible={false} />
      {Array.from({ length: geometry.tiles }, (_, slot) => (
        <pixiSprite
          key={slot}
          anchor={0.5}
          ref={(sprite: Sprite | null) => {
            ring.current[slot] = sprite;
          }}
        />
      ))}
      <pixiSprite ref={rim} anchor={0.5} visible={false} />
    </pixiContainer>
  );
}
