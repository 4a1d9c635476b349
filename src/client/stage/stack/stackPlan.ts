import { reelGeometry, type ReelGeometry } from '#/client/stage/roulette/geometry.ts';
import type { ReelFrame } from '#/client/stage/roulette/spin/reelFrame.ts';
import { pitchPx, type SpinTuning } from '#/client/stage/roulette/spin/timeline.ts';

/*
 * The most rows, tiles in a row and items that the shader knows. They take 226 of the 256 vectors that every browser
 * has for a vertex shader: 10 for the rows, 150 for their tiles (four in each), 64 for the items and two more. Ten rows
 * at their lowest fill a window up to 2190 px wide; in a wider one the right end would stay dark.
 */
export const MOST_ROWS = 10;
export const MOST_TILES = 60;
export const MOST_ITEMS = 64;

/** Room for the hazard tape above the first row and below the last one, px; the same as in the style sheet. */
export const TAPE_PX = 14;
/** Room above and below the tiles of a row, px. */
export const ROW_MARGIN_PX = 3;

/** How the rows of a stack fit its host. */
export interface StackGeometry {
  widthPx: number;
  heightPx: number;
  /** Height of a row, px. */
  rowPx: number;
  /** The geometry of one row. */
  row: ReelGeometry;
}

/** Fits a number of rows into a host of this size, CSS pixels. */
export function stackGeometry(
  tuning: SpinTuning,
  rows: number,
  widthPx: number,
  heightPx: number,
): StackGeometry {
  const rowPx = Math.max(1, (heightPx - 2 * TAPE_PX) / rows);
  const row = reelGeometry(tuning, widthPx, rowPx, ROW_MARGIN_PX);
  return { widthPx, heightPx, rowPx, row: { ...row, tiles: Math.min(row.tiles, MOST_TILES) } };
}

/** Upper edge of a row, px. */
export const rowTopPx = (row: number, { rowPx }: StackGeometry) => TAPE_PX + row * rowPx;

/** Light of a row, which its winner decides. */
export interface RowLight {
  /** Brightness of the tiles beside the winner, 0 to 1. */
  neighbourAlpha: number;
  /** Share of the width at each end that fades out. */
  edgeShare: number;
}

/** The values of the shader of a stack. They are written in place, so that a frame allocates nothing. */
export interface StackUniforms {
  uStage: { type: 'vec4<f32>'; value: Float32Array };
  uTile: { type: 'vec4<f32>'; value: Float32Array };
  uRows: { type: 'vec4<f32>'; value: Float32Array; size: number };
  uItems: { type: 'vec4<f32>'; value: Float32Array; size: number };
  uCells: { type: 'vec4<f32>'; value: Float32Array; size: number };
}

/** A tile that is not drawn. */
const NOTHING = -1;

export interface StackPlan {
  uniforms: StackUniforms;
  resize: (geometry: StackGeometry) => void;
  /** Sets the pictures of the items: left, top, right and bottom edge in the atlas, 0 to 1. */
  dress: (cells: readonly (readonly [number, number, number, number])[]) => void;
  /** Called when the tiles may have changed. */
  refresh: () => void;
  /** Writes a row at a time. */
  writeRow: (row: number, frame: ReelFrame, itemAt: (index: number) => number, light: RowLight) => void;
}

/** @param blurPx length of the blur at top speed, unscaled px */
export function createStackPlan(tuning: SpinTuning, blurPx: number): StackPlan {
  const pitch = pitchPx(tuning);
  const uniforms: StackUniforms = {
    // width, height, upper edge of the first row, height of a row
    uStage: { type: 'vec4<f32>', value: new Float32Array(4) },
    // side of a tile, distance to the next
    uTile: { type: 'vec4<f32>', value: new Float32Array(4) },
    // for each row: middle of the first tile, blur, opacity, share of the fading ends
    uRows: { type: 'vec4<f32>', value: new Float32Array(MOST_ROWS * 4), size: MOST_ROWS },
    // for each row and tile: the item
    uItems: {
      type: 'vec4<f32>',
      value: new Float32Array(MOST_ROWS * MOST_TILES).fill(NOTHING),
      size: (MOST_ROWS * MOST_TILES) / 4,
    },
    uCells: { type: 'vec4<f32>', value: new Float32Array(MOST_ITEMS * 4), size: MOST_ITEMS },
  };
  const { value: rows } = uniforms.uRows;
  const { value: items } = uniforms.uItems;
  let geometry: StackGeometry | null = null;
  /** First tile and winner of each row as last written. */
  const firsts = new Float64Array(MOST_ROWS).fill(Number.NaN);
  const winners = new Float64Array(MOST_ROWS).fill(Number.NaN);

  return {
    uniforms,
    resize(next) {
      geometry = next;
      const { scale } = next.row;
      uniforms.uStage.value.set([next.widthPx, next.heightPx, rowTopPx(0, next), next.rowPx]);
      uniforms.uTile.value.set([tuning.tilePx * scale, pitch * scale]);
      items.fill(NOTHING);
      firsts.fill(Number.NaN);
    },
    dress(cells) {
      for (const [at, cell] of cells.slice(0, MOST_ITEMS).entries()) uniforms.uCells.value.set(cell, at * 4);
      firsts.fill(Number.NaN);
    },
    refresh: () => void firsts.fill(Number.NaN),
    writeRow(row, { positionPx, speed, alpha, winnerIndex }, itemAt, { neighbourAlpha, edgeShare }) {
      if (!geometry) return;
      const { scale, tiles, widthPx } = geometry.row;
      const leftPx = widthPx / 2 - positionPx * scale;
      const first = Math.floor(-leftPx / (pitch * scale) + 0.5);
      if (first !== firsts[row] || winnerIndex !== winners[row]) {
        firsts[row] = first;
        winners[row] = winnerIndex;
        for (let step = 0; step < tiles; step += 1) {
          const index = first + step;
          items[row * MOST_TILES + step] = index === winnerIndex ? NOTHING : itemAt(index);
        }
      }
      rows[row * 4] = leftPx + first * pitch * scale;
      rows[row * 4 + 1] = blurPx * scale * speed * speed;
      rows[row * 4 + 2] = alpha * neighbourAlpha;
      rows[row * 4 + 3] = edgeShare;
    },
  };
}
