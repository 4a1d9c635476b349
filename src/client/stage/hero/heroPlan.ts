import type { HeroTuning } from '#/client/platform/theme/tuning.ts';
import type { PaintingPlan, Uniforms } from '#/client/stage/host/paintingPlan.ts';
import type { Point } from './gaze.ts';
import { neonLight, rise, tailLight } from './light.ts';
import { CAR_VALUES, CARS_EACH_WAY, traffic } from './traffic.ts';
import { coverCrop, type View } from './views.ts';

/** Width of the stage for which the tuning is made. */
const DESIGN_WIDTH_PX = 1440;
/** Smallest scale of the motion, so that it is visible on a phone. */
const LEAST_SCALE = 0.45;
/** The rain repeats after this many rows: a multiple of the shader's own period. */
export const RAIN_ROWS = 512;
/** The steam repeats after this many lobes. */
export const STEAM_LOBES = 256;

export type Layer = 'sky' | 'far' | 'near' | 'car';
const LAYERS: readonly Layer[] = ['sky', 'far', 'near', 'car'];

/** Writes the shift of a layer against the gaze, px. At `DESIGN_WIDTH_PX` it is at most the value in the tuning. */
export function layerShift(
  tuning: HeroTuning,
  layer: Layer,
  gaze: Point,
  widthPx: number,
  into: Point,
): void {
  const scale = Math.max(LEAST_SCALE, widthPx / DESIGN_WIDTH_PX);
  const reachPx = tuning[`${layer}Px`] * scale;
  into.x = -gaze.x * reachPx;
  into.y = -gaze.y * reachPx * tuning.verticalShare;
}

export interface HeroPlan extends PaintingPlan {
  uniforms: Uniforms<
    'uCrop' | 'uSizePx' | 'uShift' | 'uLight' | 'uDrift' | 'uSign' | 'uSteam' | 'uVanishing' | 'uTraffic'
  >;
  /** Pixels per CSS pixel with which the picture loses no detail, for a size of the stage, px. */
  density: (widthPx: number, heightPx: number) => number;
}

/**
 * The street as a function of time. At the start it looks exactly like its flat picture.
 * @param position shares of `object-position`
 * @param look writes the point the visitor looks at
 */
export function createHeroPlan(
  tuning: HeroTuning,
  view: View,
  position: readonly [x: number, y: number],
  look: (timeMs: number, into: Point) => void,
): HeroPlan {
  const { rain, steam } = tuning;
  const uniforms: HeroPlan['uniforms'] = {
    uCrop: { type: 'vec4<f32>', value: new Float32Array([1, 1, 0, 0]) },
    uSizePx: { type: 'vec2<f32>', value: new Float32Array([1, 1]) },
    uShift: { type: 'vec4<f32>', size: 2, value: new Float32Array(2 * LAYERS.length) },
    uLight: { type: 'vec4<f32>', value: new Float32Array([1, 1, 0, 0]) },
    uDrift: { type: 'vec4<f32>', value: new Float32Array([0, 0, rain.slant, 0]) },
    uSign: { type: 'vec4<f32>', value: new Float32Array(view.sign) },
    uSteam: { type: 'vec4<f32>', value: new Float32Array(view.steam) },
    uVanishing: { type: 'vec2<f32>', value: new Float32Array(view.vanishing) },
    uTraffic: {
      type: 'vec4<f32>',
      size: 2 * CARS_EACH_WAY,
      value: new Float32Array(2 * CARS_EACH_WAY * CAR_VALUES),
    },
  };
  const gaze: Point = { x: 0, y: 0 };
  const shift: Point = { x: 0, y: 0 };
  const shown = { widthPx: view.widthPx, heightPx: view.heightPx };
  let stageWidthPx = DESIGN_WIDTH_PX;
  return {
    uniforms,
    density: (widthPx, heightPx) => 1 / coverCrop(view, widthPx, heightPx, 0, 0).zoom,
    resize(widthPx, heightPx) {
      const { scaleX, scaleY, offsetX, offsetY, zoom } = coverCrop(view, widthPx, heightPx, ...position);
      uniforms.uCrop.value.set([scaleX, scaleY, offsetX, offsetY]);
      uniforms.uSizePx.value.set([widthPx, heightPx]);
      shown.widthPx = view.widthPx * zoom;
      shown.heightPx = view.heightPx * zoom;
      stageWidthPx = widthPx;
    },
    paint(timeMs) {
      look(timeMs, gaze);
      for (let at = 0; at < LAYERS.length; at += 1) {
        layerShift(tuning, LAYERS[at] as Layer, gaze, stageWidthPx, shift);
        uniforms.uShift.value[2 * at] = shift.x / shown.widthPx;
        uniforms.uShift.value[2 * at + 1] = shift.y / shown.heightPx;
      }
      const light = uniforms.uLight.value;
      light[0] = neonLight(tuning.neon, timeMs);
      light[1] = tailLight(tuning.tail, timeMs);
      light[2] = rain.strength * rise(timeMs, rain.riseMs);
      light[3] = steam.strength * rise(timeMs, steam.riseMs);
      uniforms.uDrift.value[0] = ((timeMs / 1000) * rain.rowsPerS) % RAIN_ROWS;
      uniforms.uDrift.value[1] = ((timeMs / 1000) * steam.lobesPerS) % STEAM_LOBES;
      traffic(tuning.traffic, view, timeMs, uniforms.uTraffic.value);
    },
  };
}
