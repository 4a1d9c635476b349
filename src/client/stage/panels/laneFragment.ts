import { DASH_PX, LANE_ROOM_PX, PITCH_PX } from './lanePlan.ts';

/** A faint lane with lit dashes on a stretch of it, and a light that shines on both. */
export const laneFragment = `#version 300 es
precision highp float;

in vec2 vAt;
out vec4 finalColor;

uniform vec2 uSizePx;
// start and end of the lit part, and the start of one of its dashes, px
uniform vec4 uLit;
// position of the light, px, and its brightness
uniform vec4 uLight;
uniform vec4 uPaint;

const float ROOM = ${LANE_ROOM_PX.x.toFixed(1)};
const float DASH = ${DASH_PX.toFixed(1)};
const float PITCH = ${PITCH_PX.toFixed(1)};
const vec3 LAMP = vec3(1.0, 0.94, 0.82);

float within(float x, float from, float to) {
  return clamp(x - from + 0.5, 0.0, 1.0) * clamp(to - x + 0.5, 0.0, 1.0);
}

void main() {
  vec2 px = vAt * uSizePx;
  float y = px.y - 0.5 * uSizePx.y;
  float line = clamp(2.0 - abs(y), 0.0, 1.0);
  float lane = line * within(px.x, ROOM, uSizePx.x - ROOM);
  float lit = within(px.x, uLit.x, uLit.y);
  float dash = mod(px.x - uLit.z, PITCH);
  float dashes = lit * clamp(dash + 0.5, 0.0, 1.0) * clamp(DASH - dash + 0.5, 0.0, 1.0);
  dashes += lit * clamp(dash - PITCH + 0.5, 0.0, 1.0);
  float halo = lit * smoothstep(0.0, 14.0, px.x - uLit.x) * smoothstep(0.0, 14.0, uLit.y - px.x);

  float away = px.x - uLight.x;
  float lamp = uLight.y * exp(-away * away / 90.0 - y * y / 26.0);
  float glow = uLight.y * exp(-away * away / 1400.0 - y * y / 60.0);
  float shine = uLight.y * lane * exp(-away * away / 9000.0);

  float paint = min(1.0, lane * 0.2 * (1.0 - dashes) + line * dashes + 0.5 * shine + 0.4 * glow + 0.16 * halo * exp(-y * y / 34.0));
  // premultiplied
  finalColor = vec4(uPaint.rgb * paint, paint) * (1.0 - lamp) + vec4(LAMP, 1.0) * lamp;
}
`;
