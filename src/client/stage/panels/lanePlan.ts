import type { IndicatorsTuning } from '#/client/platform/theme/tuning.ts';
import type { PaintingPlan, Uniforms } from '#/client/stage/host/paintingPlan.ts';
import type { Lane, LaneFrame } from './lane.ts';

/** Room for the glow around the lane, px; the same as in the style sheet. */
export const LANE_ROOM_PX = { x: 12, y: 18 };
/** Length of a dash, and of a dash with its gap, px; the same as in the style sheet. */
export const DASH_PX = 26;
export const PITCH_PX = 40;

export interface LanePlan extends PaintingPlan {
  uniforms: Uniforms<'uSizePx' | 'uLit' | 'uLight' | 'uPaint'>;
}

/** @param paint red, green and blue of the dashes, 0 to 1 */
export function createLanePlan(tuning: IndicatorsTuning, lane: Lane, paint: readonly number[]): LanePlan {
  const uniforms: LanePlan['uniforms'] = {
    uSizePx: { type: 'vec2<f32>', value: new Float32Array([1, 1]) },
    uLit: { type: 'vec4<f32>', value: new Float32Array(4) },
    uLight: { type: 'vec4<f32>', value: new Float32Array(4) },
    uPaint: { type: 'vec4<f32>', value: new Float32Array([...paint.slice(0, 3), 1]) },
  };
  const frame: LaneFrame = { from: 0, to: 0, travel: 0, light: 0, glow: 0 };
  return {
    uniforms,
    resize: (widthPx, heightPx) => uniforms.uSizePx.value.set([widthPx, heightPx]),
    paint(timeMs) {
      lane.read(timeMs, frame);
      const [widthPx = 0] = uniforms.uSizePx.value;
      const lanePx = widthPx - 2 * LANE_ROOM_PX.x;
      const lit = uniforms.uLit.value;
      lit[0] = LANE_ROOM_PX.x + frame.from * lanePx;
      lit[1] = LANE_ROOM_PX.x + frame.to * lanePx;
      lit[2] = lit[0] + frame.travel * tuning.dashTravelPx;
      uniforms.uLight.value[0] = LANE_ROOM_PX.x + frame.light * lanePx;
      uniforms.uLight.value[1] = frame.glow;
    },
  };
}
