import type { BannerTuning } from '#/client/platform/theme/tuning.ts';
import type { PaintingPlan, Uniforms } from '#/client/stage/host/paintingPlan.ts';

/** Width of one dark and one bright stripe, px; the same as in the strip's style sheet. */
export const STRIPES_PX = 36;
/** The sweep starts and ends at this distance beside the strip, px. */
const BESIDE_PX = 160;

/** Position of the sweep of light, from 0, left of the strip, to 1, right of it; null between two sweeps. */
export function sweepAt({ sweepEveryMs, sweepMs }: BannerTuning, timeMs: number): number | null {
  const share = ((timeMs % sweepEveryMs) - (sweepEveryMs - sweepMs)) / sweepMs;
  return share < 0 ? null : share * share * (3 - 2 * share);
}

export interface PromoPlan extends PaintingPlan {
  uniforms: Uniforms<'uSizePx' | 'uMotion' | 'uStrip' | 'uInk'>;
}

/**
 * The strip of the promotion as a function of time. It starts with the stripes of its style sheet.
 * @param strip red, green and blue of the strip, 0 to 1
 * @param ink the same for its dark stripes
 */
export function createPromoPlan(
  tuning: BannerTuning,
  strip: readonly number[],
  ink: readonly number[],
): PromoPlan {
  const uniforms: PromoPlan['uniforms'] = {
    uSizePx: { type: 'vec2<f32>', value: new Float32Array([1, 1]) },
    uMotion: { type: 'vec4<f32>', value: new Float32Array(4) },
    uStrip: { type: 'vec4<f32>', value: new Float32Array([...strip.slice(0, 3), 1]) },
    uInk: { type: 'vec4<f32>', value: new Float32Array([...ink.slice(0, 3), 1]) },
  };
  const motion = uniforms.uMotion.value;
  return {
    uniforms,
    resize: (widthPx, heightPx) => uniforms.uSizePx.value.set([widthPx, heightPx]),
    paint(timeMs) {
      const sweep = sweepAt(tuning, timeMs);
      const [widthPx = 0] = uniforms.uSizePx.value;
      motion[0] = ((timeMs / 1000) * tuning.stripesPxPerS) % STRIPES_PX;
      motion[1] = (sweep ?? 0) * (widthPx + 2 * BESIDE_PX) - BESIDE_PX;
      motion[2] = sweep === null ? 0 : tuning.sweepStrength;
    },
  };
}
