import { lazy } from 'react';

export { StageBoundary } from './host/StageBoundary.tsx';
export { PromoScene } from './banner/PromoScene.tsx';
export { HeroScene } from './hero/HeroScene.tsx';
export { ServerIndicator } from './indicators/ServerIndicator.tsx';
export type { Clock } from './host/clock.ts';
export type { RouletteProps } from './roulette/Roulette.tsx';
export type { RouletteItem } from './roulette/rouletteItem.ts';
export type { SpinPhase } from './roulette/spin/timeline.ts';

const loadRoulette = () => import('./roulette/Roulette.tsx');
const loadPixiReel = () => import('./roulette/PixiReel.tsx');

/** The roulette of a case, in a chunk of its own: give it a `Suspense`. */
export const Roulette = lazy(async () => ({ default: (await loadRoulette()).Roulette }));

/**
 * Loads what the roulette needs, so that the first spin finds it ready: call it when a page with a case
 * is about to open. A failure is no matter, the roulette has a form without Pixi.
 */
export function warmUpRoulette(): void {
  void Promise.allSettled([loadRoulette(), loadPixiReel()]);
}
