import { MOST_ITEMS, MOST_ROWS, MOST_TILES } from './stackPlan.ts';

/** Places every tile of every row: one draw for the whole stack, and nothing but these values is sent for a frame. */
export const stackVertex = `#version 300 es
// corner of a tile, 0 to 1
in vec2 aCorner;
// row and place in the row
in vec2 aSlot;

uniform vec4 uStage;
uniform vec4 uTile;
uniform vec4 uRows[${MOST_ROWS}];
uniform vec4 uItems[${(MOST_ROWS * MOST_TILES) / 4}];
uniform vec4 uCells[${MOST_ITEMS}];

out vec2 vAt;
out vec4 vCell;
out vec3 vRow;
out float vX;

void main() {
  int row = int(aSlot.x);
  int slot = row * ${MOST_TILES} + int(aSlot.y);
  float item = uItems[slot / 4][slot % 4];
  vec4 state = uRows[row];
  float blur = state.y;
  // room for the blur on both sides
  float halfWidth = 0.5 * (uTile.x + blur);
  float x = state.x + aSlot.y * uTile.y + (aCorner.x * 2.0 - 1.0) * halfWidth;
  float y = uStage.z + (aSlot.x + 0.5) * uStage.w + (aCorner.y - 0.5) * uTile.x;
  vAt = vec2(0.5 + (aCorner.x - 0.5) * (uTile.x + blur) / uTile.x, aCorner.y);
  vCell = uCells[int(max(item, 0.0))];
  vRow = vec3(state.zw, blur / uTile.x);
  vX = x / uStage.x;
  gl_Position = item < 0.0 ? vec4(2.0, 2.0, 0.0, 1.0) : vec4(x / uStage.x * 2.0 - 1.0, 1.0 - y / uStage.y * 2.0, 0.0, 1.0);
}
`;

/** A tile in motion is the average of its positions during a frame. Rows fade out at both ends. */
export const stackFragment = `#version 300 es
precision highp float;

in vec2 vAt;
in vec4 vCell;
in vec3 vRow;
in float vX;
out vec4 finalColor;

uniform sampler2D uAtlas;

vec4 tile(float x) {
  float inside = step(0.0, x) * step(x, 1.0);
  return inside * texture(uAtlas, mix(vCell.xy, vCell.zw, vec2(clamp(x, 0.0, 1.0), vAt.y)));
}

void main() {
  // a row that is slow needs one reading, and most of the time all rows are equally fast
  vec4 color;
  if (vRow.z < 0.01) color = tile(vAt.x);
  else {
    color = 0.25 * (tile(vAt.x - 0.375 * vRow.z) + tile(vAt.x - 0.125 * vRow.z)
      + tile(vAt.x + 0.125 * vRow.z) + tile(vAt.x + 0.375 * vRow.z));
  }
  float ends = smoothstep(0.0, max(0.001, vRow.y), vX) * smoothstep(0.0, max(0.001, vRow.y), 1.0 - vX);
  // premultiplied
  finalColor = color * vRow.x * ends;
}
`;
