import {
  endAtMs,
  land,
  newSpin,
  pitchPx,
  positionAt,
  restAtMs,
  velocityAt,
} from '../../../src/client/stage/roulette/spin/timeline.ts';
import { tuning } from '../../../src/client/platform/theme/tuning.ts';

/** The worst landing error and the worst jump of the speed over many spins (G11). */
export function landingFigures(): { G11errorPx: number; G11jump: number } {
  const { spin: spinTuning, startIndex, maxOffsetPx } = tuning.roulette;
  let errorPx = 0;
  let jump = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const spin = land(
      newSpin(spinTuning, startIndex),
      round * 2.5,
      (round % (2 * maxOffsetPx + 1)) - maxOffsetPx,
    );
    if (!spin.landing) continue;
    const stopPx = spin.landing.index * pitchPx(spinTuning) + spin.landing.offsetPx;
    errorPx = Math.max(errorPx, Math.abs(positionAt(spin, endAtMs(spin)) - stopPx));
    for (const joint of [0, spinTuning.accelerateMs, spin.landing.brakeAtMs, restAtMs(spin), endAtMs(spin)]) {
      jump = Math.max(jump, Math.abs(velocityAt(spin, joint + 1e-7) - velocityAt(spin, joint - 1e-7)));
    }
  }
  return { G11errorPx: errorPx, G11jump: jump };
}
