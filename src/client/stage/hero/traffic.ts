import { chance, rise } from './light.ts';
import type { View } from './views.ts';

export interface TrafficTuning {
  riseMs: number;
  /** Time of a car from one end of the road to the other. */
  tripMs: number;
  strength: number;
}

/** Number of far cars in each direction. */
export const CARS_EACH_WAY = 4;
/** Values of a car in the shader: x, y, size (shares of the picture's height) and light. */
export const CAR_VALUES = 4;

/** Distance of the lamps below the vanishing point, shares of the picture's height: at the far and the near end. */
const FAR = 0.0035;
const NEAR = 0.017;
/** How far a lane runs sideways for each unit downwards. */
const COMING_LANE = -0.95;
const GOING_LANE = 2.3;

/** Writes the lamps of all far cars at a time: first the coming cars, then the going ones. */
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
    // in perspective, constant speed on the road is a hyperbola in the picture
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
