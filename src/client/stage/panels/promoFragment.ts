import { STRIPES_PX } from './promoPlan.ts';

/** The sodium strip with its stripes at both ends, as CSS draws them, in motion; and a sweep of light. */
export const promoFragment = `#version 300 es
precision highp float;

in vec2 vAt;
out vec4 finalColor;

uniform vec2 uSizePx;
// shift of the stripes and position of the sweep, px; strength of the sweep
uniform vec4 uMotion;
uniform vec4 uStrip;
uniform vec4 uInk;

const float STRIPES = ${STRIPES_PX.toFixed(1)};
// 115deg
const vec2 ALONG = vec2(0.9063, 0.4226);
const vec3 LIGHT = vec3(1.0, 0.95, 0.84);

void main() {
  vec2 px = vAt * uSizePx;
  float way = dot(px - 0.5 * uSizePx, ALONG) + 0.5 * dot(uSizePx, ALONG) - uMotion.x;
  float from = mod(way, STRIPES);
  float dark = clamp(from + 0.5, 0.0, 1.0) * clamp(STRIPES * 0.5 - from + 0.5, 0.0, 1.0);
  dark += clamp(from - STRIPES + 0.5, 0.0, 1.0);
  float ends = clamp(1.0 - min(vAt.x, 1.0 - vAt.x) / 0.22, 0.0, 1.0);
  vec3 color = mix(uStrip.rgb, uInk.rgb, 0.1 * dark * ends);

  float away = dot(px, ALONG) - uMotion.y;
  float broad = exp(-away * away / 5200.0);
  float sharp = exp(-(away - 34.0) * (away - 34.0) / 60.0);
  color = mix(color, LIGHT, uMotion.z * min(1.0, 0.75 * broad + 0.5 * sharp));
  finalColor = vec4(color, 1.0);
}
`;
