import { manualClock } from '#/client/stage/host/clock.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { createSpinDriver } from '#/client/stage/roulette/spin/spinDriver.ts';
import { SPIN_PHASES, type SpinPhase } from '#/client/stage/roulette/spin/timeline.ts';

const ITEMS = [1, 2, 3, 4].map((id) => ({ id, tickets: 250_000 }));
/** The phases of a whole spin, in their order. */
export const SPINNING = SPIN_PHASES.slice(1);

/** A reel of four items on a manual clock that stands at 5000 ms, with the phases it reported. */
export function newReel() {
  const clock = manualClock(5000);
  const driver = createSpinDriver(ITEMS, tuning.roulette, clock);
  const phases: SpinPhase[] = [];
  driver.subscribe((phase) => phases.push(phase));
  const stop = driver.run();
  return { clock, driver, phases, stop };
}
