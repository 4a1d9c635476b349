import { extend, useApplication, useTick } from '@pixi/react';
import { Container, type Ticker } from 'pixi.js';
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import type { RouletteTuning, StageTuning } from '#/client/platform/theme/tuning.ts';
import type { Clock } from '#/client/stage/host/clock.ts';
import { drawFrame } from '#/client/stage/host/frames.ts';
import { StageHost } from '#/client/stage/host/StageHost.tsx';
import type { RouletteItem } from '#/client/stage/roulette/rouletteItem.ts';
import { useReelAtlas } from '#/client/stage/roulette/useReelAtlas.tsx';
import type { StackDriver } from './stackDriver.ts';
import { stackGeometry } from './stackPlan.ts';
import { createStackScene, type StackScene } from './stackScene.tsx';

extend({ Container });

interface StackProps {
  driver: StackDriver;
  items: readonly RouletteItem[];
  tuning: RouletteTuning;
  clock: Clock;
  /** The element whose style sheet has the colours and fonts. */
  host: RefObject<HTMLElement | null>;
  /** Called if the stack cannot be drawn in this browser. */
  onUnusable: () => void;
}

interface PixiStackProps extends StackProps {
  stageTuning: StageTuning;
  onReady: (renderer: string) => void;
}

const RENDERERS = ['webgl'] as const;

/** The rows on one Pixi stage. Its props stay the same during a spin, so phases do not render it again. */
export const PixiStack = memo(function PixiStack({ stageTuning, onReady, ...stack }: PixiStackProps) {
  const { driver, clock, onUnusable } = stack;
  const [pulse] = useState(() => ({
    isLive: (frameMs?: number) =>
      driver.isLive(frameMs === undefined ? clock.nowMs() : clock.frameMs(frameMs)),
    subscribe: driver.subscribe,
  }));
  return (
    <StageHost
      pulse={pulse}
      renderers={RENDERERS}
      tuning={stageTuning}
      onReady={onReady}
      onUnusable={onUnusable}
    >
      <Stack {...stack} />
    </StageHost>
  );
});

/** The rows, each moved by a function of time (R1, R2). React creates them; each frame writes to them. */
function Stack({ driver, items, tuning, clock, host, onUnusable }: StackProps) {
  const { app } = useApplication();
  const root = useRef<Container>(null);
  const scene = useRef<StackScene>(null);
  const [heightPx, setHeightPx] = useState(0);
  const { spin } = tuning;
  const rows = driver.rows.length;
  const sizes = useMemo(() => {
    if (heightPx <= 1) return null;
    const { row } = stackGeometry(spin, rows, 0, heightPx);
    return { tilePx: Math.round(spin.tilePx * row.scale), heightPx, blurPx: 0 };
  }, [heightPx, rows, spin]);
  const atlas = useReelAtlas(items, host, sizes, tuning.needle, app.renderer.resolution, onUnusable);

  useLayoutEffect(() => {
    const stack = createStackScene(tuning, driver);
    scene.current = stack;
    root.current?.addChild(stack.view);
    const measure = () => {
      const { width, height } = app.renderer.screen;
      stack.resize(stackGeometry(tuning.spin, driver.rows.length, width, height));
      setHeightPx(height);
    };
    measure();
    app.renderer.on('resize', measure);
    const unsubscribe = driver.subscribe(stack.refresh);
    return () => {
      unsubscribe();
      app.renderer?.off('resize', measure);
      scene.current = null;
      stack.destroy();
    };
  }, [app, driver, tuning]);

  useEffect(() => {
    if (!atlas) return;
    scene.current?.dress(atlas, items.length);
    drawFrame(app);
    // tells tests and style sheets that the tiles are visible, without rendering React again
    host.current?.toggleAttribute('data-dressed', true);
  }, [app, atlas, host, items]);

  const paint = useCallback(
    (ticker: Ticker) => scene.current?.draw(clock.frameMs(ticker.lastTime + ticker.elapsedMS)),
    [clock],
  );
  useTick(paint);

  return <pixiContainer ref={root} />;
}
