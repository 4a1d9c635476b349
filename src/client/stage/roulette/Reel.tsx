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
  /** The element whose style sheet has the colours and fonts. */
  host: RefObject<HTMLElement | null>;
  /** Called if the tiles cannot be drawn in this browser. */
  onUnusable: () => void;
}

/** The strip of tiles, moved by a function of time (R1, R2). React creates it; each frame writes to it. */
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
    // tells tests and style sheets that the tiles are visible, without rendering React again
    host.current?.toggleAttribute('data-dressed', true);
  }, [app, atlas, host]);

  const paint = useCallback(
    (ticker: Ticker) => scene.current?.draw(driver.sample(clock.frameMs(ticker.lastTime + ticker.elapsedMS))),
    [clock, driver],
  );
  useTick(paint);

  return <pixiContainer ref={root} />;
}
