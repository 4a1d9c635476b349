import { CanvasSource, Rectangle, Texture } from 'pixi.js';

/** A picture of the atlas; `draw` works in CSS pixels inside its cell and cannot leave it. */
export interface AtlasCell {
  key: string;
  draw(context: CanvasRenderingContext2D): void;
}

/** All pictures of a scene in one texture, so that a frame is one draw. */
export interface Atlas {
  texture(key: string): Texture;
  /** Side of a picture in texture pixels. */
  cellPx: number;
  destroy(): void;
}

/** Transparent pixels around each cell, against shimmer at its edges. */
const PADDING_PX = 2;
const MAX_SIDE_PX = 4096;
const SLICE_MS = 8;

/** The canvas that the atlas is drawn in. Any other kind loses its pixels when the GPU process dies. */
export function atlasContext(widthPx: number, heightPx: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = heightPx;
  return canvas.getContext('2d', { willReadFrequently: true });
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Draws the cells, a few in each task. The resolution gives way where the atlas would not fit a texture.
 * @throws when the browser has no 2D canvas, or `signal` has ended the work
 */
export async function buildAtlas(
  cells: readonly AtlasCell[],
  cellPx: number,
  resolution: number,
  signal: AbortSignal,
): Promise<Atlas> {
  const columns = Math.ceil(Math.sqrt(cells.length));
  const rows = Math.ceil(cells.length / columns);
  const insidePx = Math.min(
    Math.ceil(cellPx * resolution),
    Math.floor(MAX_SIDE_PX / columns) - 2 * PADDING_PX,
  );
  const pitchPx = insidePx + 2 * PADDING_PX;
  const context = atlasContext(columns * pitchPx, rows * pitchPx);
  if (!context) throw new Error('no 2D canvas');
  const frames = new Map<string, Rectangle>();
  let sliceMs = performance.now();
  for (const [at, cell] of cells.entries()) {
    if (performance.now() - sliceMs > SLICE_MS) {
      await nextTask();
      signal.throwIfAborted();
      sliceMs = performance.now();
    }
    const x = (at % columns) * pitchPx + PADDING_PX;
    const y = Math.floor(at / columns) * pitchPx + PADDING_PX;
    frames.set(cell.key, new Rectangle(x, y, insidePx, insidePx));
    context.save();
    context.setTransform(insidePx / cellPx, 0, 0, insidePx / cellPx, x, y);
    context.beginPath();
    context.rect(0, 0, cellPx, cellPx);
    context.clip();
    cell.draw(context);
    context.restore();
  }
  const source = new CanvasSource({ resource: context.canvas, autoGarbageCollect: false });
  const textures = new Map([...frames].map(([key, frame]) => [key, new Texture({ source, frame })]));
  return {
    texture: (key) => textures.get(key) ?? Texture.EMPTY,
    cellPx: insidePx,
    destroy() {
      for (const texture of textures.values()) texture.destroy();
      source.destroy();
    },
  };
}
