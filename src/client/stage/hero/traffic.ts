import { chance, rise } from './light.ts';
import type { View } from './views.ts';

export interface TrafficTuning {
  riseMs: number;
  /** Time of a car from one end of its way to the other. */
  tripMs: number;
  strength: number;
}

/** Far cars: so many come, and as many go. */
export const CARS_EACH_WAY = 4;
/** What a car is to the shader: x, y, size (shares of the picture's height) and light. */
export const CAR_VALUES = 4;

/** How far below the end of the road the lamps are, shares of the picture's height: at the far and the near end. */
const FAR = 0.0035;
const NEAR = 0.017;
/** How far a lane runs aside while it comes down by one. */
const COMING_LANE = -0.95;
const GOING_LANE = 2.3;

/** Writes the lamps of all far cars at a time, those that come first. */
export function traffic(
  { riseMs, tripMs, strength }: TrafficTuning,
  view: View,
  timeMs: number,
  into: Float32Array,
): void {
  const light = strength * rise(timeMs, riseMs);
  for (let car = 0; car < 2 * CARS_EACH_WAY; car += 1) {
    const isComing = car < CARS_EACH_WAY;
    const ownMs = tripMs * (1 + 0.35 * chance(car));
    const passed = timeMs / ownMs + chance(car + 100);
    const share = passed - Math.floor(passed);
    // even speed on the road is a hyperbola on the picture
    const near = isComing ? share : 1 - share;
    const below = 1 / (1 / FAR + (1 / NEAR - 1 / FAR) * near);
    const aside = below * (isComing ? COMING_LANE : GOING_LANE) * (view.heightPx / view.widthPx);
    const at = car * CAR_VALUES;
    into[at] = view.vanishing[0] + aside;
    into[at + 1] = view.vanishing[1] + below;
    into[at + 2] = 0.0012 + below * 0.075;
    into[at + 3] = light * Math.min(1, share * 6, (1 - share) * 6);
  }
}
