import 'pixi.js/unsafe-eval';
import './extensions.ts';
import { Application } from '@pixi/react';
import { UPDATE_PRIORITY, type Application as PixiApplication, type Ticker } from 'pixi.js';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { StageTuning } from '#/client/platform/theme/tuning.ts';
import { drawFrame, framePace, startFrames, stopFrames } from './frames.ts';
import { StageBoundary } from './StageBoundary.tsx';
import styles from './StageHost.module.css';

/** Says when a stage moves: it runs while `isLive`, and draws once after every call of the listener. */
export interface StagePulse {
  /** @param frameMs timestamp of the last frame; by default now */
  isLive: (frameMs?: number) => boolean;
  /** Whether half of the frames is enough for the current motion; by default never. */
  isCalm?: (frameMs: number) => boolean;
  subscribe: (listener: () => void) => () => void;
}

export type StageRenderer = 'webgl' | 'canvas';

interface StageHostProps {
  pulse: StagePulse;
  /** Tried in this order; read once. */
  renderers: readonly StageRenderer[];
  tuning: StageTuning;
  /** Pixels per CSS pixel that the scene needs at a size, px; by default those of the screen. */
  density?: ((widthPx: number, heightPx: number) => number) | undefined;
  onReady?: (renderer: string) => void;
  /** Called if frames take longer than `slowFrameMs` while this stage runs. */
  onSlow?: (() => void) | undefined;
  /** Called if no renderer works, the scene fails, or the graphics context stays lost (R7). */
  onUnusable: () => void;
  children: ReactNode;
}

const pixelRatio = (tuning: StageTuning) => Math.min(devicePixelRatio, tuning.maxPixelRatio);
const asMuchAsTheScreen = () => Infinity;
const never = () => false;

/** Sizes, runs and pauses one stage, and watches its graphics context. @returns a function that ends this */
function attend(
  app: PixiApplication,
  host: HTMLElement,
  pulse: StagePulse,
  tuning: StageTuning,
  density: (widthPx: number, heightPx: number) => number,
  onSlow: (() => void) | undefined,
  onLost: () => void,
): () => void {
  const end = new AbortController();
  let inSight = true;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    const isSeen = inSight && !document.hidden;
    if (isSeen && pulse.isLive()) return startFrames(app, pulse.isCalm ?? never);
    stopFrames(app);
    if (isSeen) drawFrame(app);
  };
  // while a ticker is updated, its last time is still that of the frame before
  const afterFrame = ({ lastTime, elapsedMS }: Ticker) => {
    if (!pulse.isLive(lastTime + elapsedMS)) stopFrames(app);
    if (!onSlow || !framePace.isSlower(tuning.slowFrameMs)) return;
    framePace.forget();
    onSlow();
  };
  // an observer costs a tenth of every frame, so it watches only while nothing is drawn; otherwise scroll events do
  const sight = new IntersectionObserver((changes) => {
    // a busy page gets several changes in one call, the oldest first
    if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
    sight.disconnect();
    inSight = true;
    update();
  });
  const look = () => {
    if (!inSight) return;
    const { top, bottom, left, right } = host.getBoundingClientRect();
    inSight = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    if (inSight) return;
    sight.observe(host);
    update();
  };
  const size = new ResizeObserver(() => {
    look();
    const { clientWidth, clientHeight } = host;
    if (clientWidth === 0 || clientHeight === 0) return;
    const ratio = Math.min(pixelRatio(tuning), density(clientWidth, clientHeight));
    app.renderer.resize(clientWidth, clientHeight, ratio);
    drawFrame(app);
  });
  const watchForLoss = () => {
    watchdog = setTimeout(onLost, tuning.contextLossMs);
  };
  const endWatch = () => {
    clearTimeout(watchdog);
    update();
  };
  // Pixi's own call creates its options and the background colour anew for every frame
  const scene = { container: app.stage, clearColor: [0, 0, 0, 0] };
  const render = () => app.renderer.render(scene);
  // oxlint-disable-next-line typescript/unbound-method -- passed with its own object
  app.ticker.remove(app.render, app);
  app.ticker.add(render, undefined, UPDATE_PRIORITY.LOW);
  app.ticker.add(afterFrame, undefined, UPDATE_PRIORITY.UTILITY);
  app.canvas.addEventListener('webglcontextlost', watchForLoss, { signal: end.signal });
  app.canvas.addEventListener('webglcontextrestored', endWatch, { signal: end.signal });
  document.addEventListener('visibilitychange', update, { signal: end.signal });
  document.addEventListener('scroll', look, { signal: end.signal, capture: true, passive: true });
  const unsubscribe = pulse.subscribe(() => {
    look();
    update();
  });
  size.observe(host);
  look();
  update();
  return () => {
    end.abort();
    clearTimeout(watchdog);
    unsubscribe();
    sight.disconnect();
    size.disconnect();
    if (app.renderer) app.ticker.remove(afterFrame).remove(render);
    stopFrames(app);
  };
}

/** The element of a Pixi scene. It gives the scene its size, its frames and a renderer that works. */
export function StageHost({
  pulse,
  renderers,
  tuning,
  density = asMuchAsTheScreen,
  onReady,
  onSlow,
  onUnusable,
  children,
}: StageHostProps) {
  const host = useRef<HTMLDivElement>(null);
  const [app, setApp] = useState<PixiApplication | null>(null);
  const [isMounted, setIsMounted] = useState(false);
  const [preference] = useState(() => [...renderers]);

  // @pixi/react destroys an application that strict mode mounts twice once it is initialised
  // oxlint-disable-next-line react/set-state-in-effect -- a commit from a layout effect runs both mounts at once, before any initialisation can end
  useLayoutEffect(() => setIsMounted(true), []);

  useEffect(() => {
    // an initialisation that fails is only a rejected promise inside of @pixi/react
    if (app) return undefined;
    const timer = setTimeout(onUnusable, tuning.initTimeoutMs);
    return () => clearTimeout(timer);
  }, [app, onUnusable, tuning]);

  useEffect(() => {
    if (!app?.renderer || !host.current) return undefined;
    onReady?.(app.renderer.name);
    return attend(app, host.current, pulse, tuning, density, onSlow, onUnusable);
  }, [app, pulse, tuning, density, onReady, onSlow, onUnusable]);

  return (
    <div ref={host} className={styles.host}>
      {isMounted ? (
        <Application
          // the typings of @pixi/react 8.0.5 know neither the list nor the canvas renderer
          {...({ preference } as object)}
          skipExtensionImports
          antialias={false}
          autoStart={false}
          autoDensity
          backgroundAlpha={0}
          width={1}
          height={1}
          resolution={pixelRatio(tuning)}
          roundPixels={false}
          onInit={setApp}
        >
          {app ? <StageBoundary onError={onUnusable}>{children}</StageBoundary> : null}
        </Application>
      ) : null}
    </div>
  );
}
