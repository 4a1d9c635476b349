import { useEffect, useEffectEvent } from 'react';
import type { TickPlan } from '#/client/platform/media/tickPlan.ts';
import { prefersNoMotion } from '#/client/platform/theme/motion.ts';
import type { SpinDriver, SpinPace } from './spin/spinDriver.ts';

interface SpinProps {
  /** The id identifies the spin: another object with the same id is the same spin. */
  spin: { id: number; isFresh?: boolean } | null;
  pace: SpinPace;
  isSkipped: boolean;
  onPlan: ((plan: TickPlan) => void) | undefined;
}

/** Starts, skips and rests one reel or several, by the props of `Roulette`. */
export function useSpin(
  driver: Pick<SpinDriver, 'start' | 'skip' | 'rest' | 'plan' | 'run'>,
  { spin, pace, isSkipped, onPlan }: SpinProps,
): void {
  const spinId = spin?.id;
  const paceNow = useEffectEvent(() => pace);
  const isFreshNow = useEffectEvent(() => spin?.isFresh);
  const reportPlan = useEffectEvent((plan: TickPlan) => onPlan?.(plan));

  useEffect(() => driver.run(), [driver]);
  useEffect(() => {
    if (spinId === undefined) return driver.rest();
    if (!driver.start(spinId, prefersNoMotion() ? 'still' : paceNow(), isFreshNow())) return;
    const plan = driver.plan();
    if (plan) reportPlan(plan);
  }, [driver, spinId]);
  useEffect(() => {
    if (isSkipped && spinId !== undefined) driver.skip();
  }, [driver, isSkipped, spinId]);
}
