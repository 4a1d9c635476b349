import { CARS_EACH_WAY } from './traffic.ts';

/**
 * The street in one pass, from the sky to the rain. Without shift, rain and steam, and with all lights on, the
 * layers add up to the flat picture (see assets/source/README.md).
 */
export const heroFragment = `#version 300 es
precision highp float;

in vec2 vAt;
out vec4 finalColor;

uniform sampler2D uSky;
uniform sampler2D uPlate;
uniform sampler2D uNeon;
uniform sampler2D uCar;
uniform sampler2D uTail;
uniform sampler2D uDepth;
uniform vec4 uCrop;
uniform vec2 uSizePx;
// sky and far end of the street; its near end and the car
uniform vec4 uShift[2];
// broken sign, tail lamps, rain, steam
uniform vec4 uLight;
// rows of rain, lobes of steam, slant of the rain
uniform vec4 uDrift;
uniform vec4 uSign;
uniform vec4 uSteam;
uniform vec2 uVanishing;
uniform vec4 uTraffic[${2 * CARS_EACH_WAY}];

const float EDGE = 0.06;
const vec3 HEADLAMP = vec3(1.0, 0.93, 0.8);
const vec3 TAIL_LAMP = vec3(1.0, 0.16, 0.08);
const vec3 STEAM = vec3(0.78, 0.64, 0.52);
const vec3 DROP = vec3(0.8, 0.88, 0.95);

// shifts a layer, but never past the edge of the picture
vec2 moved(vec2 at, vec2 by) {
  return at - by * smoothstep(0.0, 1.0, min(at, 1.0 - at) / EDGE);
}

vec2 hash(vec2 p) {
  vec3 q = fract(vec3(p.xyx) * vec3(0.1031, 0.103, 0.0973));
  q += dot(q, q.yzx + 33.33);
  return fract((q.xx + q.yz) * q.zy);
}

float noise(vec2 p) {
  vec2 cell = floor(p);
  vec2 f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  vec2 low = mod(cell, 256.0);
  vec2 high = mod(cell + 1.0, 256.0);
  return mix(
    mix(hash(low).x, hash(vec2(high.x, low.y)).x, f.x),
    mix(hash(vec2(low.x, high.y)).x, hash(high).x, f.x),
    f.y
  );
}

// share of a pixel that drops cover: each column has its own speed, and rows repeat after 64
float streaks(vec2 px, vec2 cell, float thickPx, float fallen, float seed) {
  px.x += px.y * uDrift.z;
  float column = floor(px.x / cell.x);
  vec2 own = hash(vec2(column, seed));
  float y = px.y / cell.y + own.y * 64.0 - fallen * (5.0 + floor(own.x * 4.0)) / 8.0;
  vec2 drop = hash(vec2(column + seed, mod(floor(y), 64.0)));
  float away = abs(fract(px.x / cell.x) - 0.2 - 0.6 * drop.x) * cell.x;
  float along = fract(y);
  float body = smoothstep(0.25, 0.9, along) * (1.0 - smoothstep(0.94, 1.0, along));
  return step(0.55, drop.y) * body * (1.0 - smoothstep(0.0, thickPx, away));
}

float steamAt(vec2 at) {
  vec2 p = vec2(at.x - uSteam.x, uSteam.y - at.y) / uSteam.zw;
  if (abs(p.x) > 0.5 || p.y < 0.0 || p.y > 1.0) return 0.0;
  float sway = (noise(vec2(p.y * 2.0 - uDrift.y, 7.0)) - 0.5) * 0.5 * p.y;
  float body = 1.0 - smoothstep(0.0, 0.1 + 0.36 * p.y, abs(p.x + sway));
  body *= smoothstep(0.0, 0.1, p.y) * (1.0 - p.y);
  vec2 q = vec2(p.x * 3.0 + sway, p.y * 2.5 - uDrift.y);
  float cloud = 0.6 * noise(q + 17.0) + 0.3 * noise(q * 2.0 + 5.0) + 0.15 * noise(q * 4.0);
  return body * smoothstep(0.05, 0.5, cloud);
}

// pairs of lamps far down the road, and their light on it
vec3 lampsAt(vec2 at, float aspect) {
  vec3 light = vec3(0.0);
  if (abs(at.x - uVanishing.x) > 0.06 || abs(at.y - uVanishing.y - 0.02) > 0.045) return light;
  for (int car = 0; car < ${2 * CARS_EACH_WAY}; car++) {
    vec4 lamp = uTraffic[car];
    vec2 away = (at - lamp.xy) * vec2(aspect, 1.0) / lamp.z;
    away.x = abs(away.x) - 1.6;
    float glow = exp(-dot(away, away));
    glow += 0.22 * exp(-away.x * away.x * 0.7) * exp(-away.y * 0.22) * step(0.0, away.y);
    light += lamp.w * glow * (car < ${CARS_EACH_WAY} ? HEADLAMP : TAIL_LAMP);
  }
  return light;
}

void main() {
  vec2 at = vAt * uCrop.xy + uCrop.zw;
  // the depth of the shifted picture at this place, not of the original
  float depth = texture(uDepth, moved(at, mix(uShift[0].zw, uShift[1].xy, texture(uDepth, at).r))).r;
  vec2 street = moved(at, mix(uShift[0].zw, uShift[1].xy, depth));
  vec2 car = at - uShift[1].zw;

  vec4 plate = texture(uPlate, street);
  vec3 color = texture(uSky, moved(at, uShift[0].xy)).rgb * (1.0 - plate.a) + plate.rgb;

  float column = 1.0 - smoothstep(uSign.y, uSign.y * 1.5, abs(street.x - uSign.x));
  float between = smoothstep(uSign.z, uSign.z + 0.02, street.y) * (1.0 - smoothstep(uSign.w - 0.02, uSign.w, street.y));
  color += texture(uNeon, street).rgb * (1.0 - column * (1.0 - between) * (1.0 - uLight.x));
  color += lampsAt(street, uSizePx.x * uCrop.y / (uSizePx.y * uCrop.x));
  color = mix(color, STEAM, min(0.8, uLight.w * steamAt(street)));

  vec4 body = texture(uCar, car);
  color = color * (1.0 - body.a) + body.rgb + texture(uTail, car).rgb * uLight.y;

  vec2 px = vAt * uSizePx;
  float rain =
    0.35 * streaks(px, vec2(7.0, 46.0), 0.7, uDrift.x, 3.0) +
    0.6 * streaks(px, vec2(19.0, 110.0), 0.9, uDrift.x, 11.0) +
    0.8 * streaks(px, vec2(67.0, 240.0), 1.3, uDrift.x, 29.0);
  // a drop is as bright as the light behind it
  color += DROP * rain * uLight.z * (0.05 + 0.5 * dot(color, vec3(0.3, 0.59, 0.11)));
  finalColor = vec4(color, 1.0);
}
`;
