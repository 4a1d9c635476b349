import { type ComponentType, lazy, useEffect } from 'react';

export { StageBoundary } from './host/StageBoundary.tsx';
export { PromoScene } from './panels/PromoScene.tsx';
export { HeroScene } from './hero/HeroScene.tsx';
export { ServerIndicator } from './panels/ServerIndicator.tsx';
export type { Clock } from './host/clock.ts';
export type { RouletteProps } from './roulette/Roulette.tsx';
export type { ReelStackProps } from './stack/ReelStack.tsx';
export type { RouletteItem } from './roulette/rouletteItem.ts';
export type { SpinPhase } from './roulette/spin/timeline.ts';

const loadRoulette = () => import('./roulette/Roulette.tsx');
const loadReelStack = () => import('./stack/ReelStack.tsx');
const loadPixiStack = () => import('./stack/PixiStack.tsx');
const loadPixiReel = () => import('./roulette/PixiReel.tsx');

/**
 * A component whose code is loaded when it is first drawn. If the code cannot be loaded, it throws in an effect. After an
 * error in a render React would draw the whole page again and report that too.
 */
const stage = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      return { default: await load() };
    } catch (error) {
      return {
        default: function Missing() {
          useEffect(() => {
            throw error;
          }, []);
          return null;
        },
      };
    }
  });

/** The roulette of a case, in a chunk of its own. Requires a `Suspense` around it. */
export const Roulette = stage(async () => (await loadRoulette()).Roulette);

/** Several reels at once, in a chunk of its own. Requires a `Suspense` around it. */
export const ReelStack = stage(async () => (await loadReelStack()).ReelStack);

/**
 * Loads the code of several reels, so that the choice of a count finds it ready. As `warmUpRoulette`.
 */
export function warmUpReelStack(): void {
  void Promise.allSettled([loadReelStack(), loadPixiStack()]);
}

/**
 * Loads the code of the roulette, so that the first spin finds it ready. Call it when the page of a case is about to
 * open. A failure is ignored, because the roulette works without Pixi too.
 */
export function warmUpRoulette(): void {
  void Promise.allSettled([loadRoulette(), loadPixiReel()]);
}
