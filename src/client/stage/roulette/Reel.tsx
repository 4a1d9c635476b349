import { extend, useApplication, useTick } from '@pixi/react';
import { Container, type Ticker } from 'pixi.js';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { RouletteTuning } from '#/client/platform/theme/tuning.ts';
import type { Clock } from '#/client/stage/host/clock.ts';
import { drawFrame } from '#/client/stage/host/frames.ts';
import { reelGeometry } from './geometry.ts';
import { createReelScene, type ReelScene } from './reelScene.tsx';
import type { RouletteItem } from './rouletteItem.ts';
import type { SpinDriver } from './spin/spinDriver.ts';
import { useReelAtlas } from './useReelAtlas.tsx';

extend({ Container });

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

/** The strip of tiles, which one function of time moves (R1, R2): React makes it, every frame writes to it. */
export function Reel({ driver, items, tuning, clock, host, onUnusable }: ReelProps) {
  const { app } = useApplication();
  const root = useRef<Container>(null);
  const scene = useRef<ReelScene>(null);
  const [heightPx, setHeightPx] = useState(0);
  const sizes = useMemo(() => {
    if (heightPx <= 1) return null;
    const { scale } = reelGeometry(tuning.spin, 0, heightPx);
    return { tilePx: Math.round(tuning.spin.tilePx * scale), heightPx, blurPx: tuning.blur.spreadPx * scale };
  }, [heightPx, tuning]);
  const atlas = useReelAtlas(items, host, sizes, tuning.needle, app.renderer.resolution, onUnusable);

  useLayoutEffect(() => {
    const reel = createReelScene(tuning, driver.itemAt);
    scene.current = reel;
    root.current?.addChild(reel.view);
    const measure = () => {
      const { width, height } = app.renderer.screen;
      reel.resize(reelGeometry(tuning.spin, width, height));
      setHeightPx(height);
    };
    measure();
    app.renderer.on('resize', measure);
    const unsubscribe = driver.subscribe(reel.refresh);
    return () => {
      unsubscribe();
      app.renderer?.off('resize', measure);
      scene.current = null;
      reel.destroy();
    };
  }, [app, driver, tuning]);

  useEffect(() => {
    if (!atlas) return;
    scene.current?.dress(atlas);
    drawFrame(app);
    // the tiles are to be seen; React has nothing to do with it
    host.current?.toggleAttribute('data-dressed', true);
  }, [app, atlas, host]);

  const paint = useCallback(
    (ticker: Ticker) => scene.current?.draw(driver.sample(clock.frameMs(ticker.lastTime + ticker.elapsedMS))),
    [clock, driver],
  );
  useTick(paint);

  return <pixiContainer ref={root} />;
}
