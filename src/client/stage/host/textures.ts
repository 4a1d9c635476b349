import { CanvasSource, Rectangle, Texture } from 'pixi.js';
import { onShelves } from './shelves.ts';

/** A picture of the atlas. It draws in CSS pixels and is clipped to its cell. */
export interface AtlasCell {
  key: string;
  widthPx: number;
  heightPx: number;
  /** Share of the atlas' resolution that the picture needs. */
  density?: number;
  /** @param stamp draws a finished cell into a rectangle of this one */
  draw(context: CanvasRenderingContext2D, stamp: Stamp): void;
}

export type Stamp = (key: string, x: number, y: number, widthPx: number, heightPx: number) => void;

/** All pictures of a scene in one texture, so that a frame is one draw. */
export interface Atlas {
  texture: (key: string) => Texture;
  destroy(): void;
}

/** Transparent pixels around each cell, against shimmer at its edges. */
const PADDING_PX = 2;
const MAX_SIDE_PX = 4096;
const SLICE_MS = 8;

/** The canvas of the atlas, in main memory: a canvas on the GPU loses its pixels when the GPU process dies. */
export function atlasContext(widthPx: number, heightPx: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = heightPx;
  return canvas.getContext('2d', { willReadFrequently: true });
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Places every cell, in texture pixels. Lowers the resolution until the cells fit a texture. */
function layOut(cells: readonly AtlasCell[], resolution: number) {
  for (let wanted = resolution; ; wanted *= 0.9) {
    const boxes = cells.map(({ widthPx, heightPx, density = 1 }) => ({
      width: Math.ceil(widthPx * density * wanted) + 2 * PADDING_PX,
      height: Math.ceil(heightPx * density * wanted) + 2 * PADDING_PX,
    }));
    const { width, height, corners } = onShelves(boxes);
    if (Math.max(width, height) > MAX_SIDE_PX) continue;
    const frames = boxes.map(
      (box, at) =>
        new Rectangle(
          (corners[at]?.x ?? 0) + PADDING_PX,
          (corners[at]?.y ?? 0) + PADDING_PX,
          box.width - 2 * PADDING_PX,
          box.height - 2 * PADDING_PX,
        ),
    );
    return { width, height, frames };
  }
}

/**
 * Stamps cells from a copy of the sheet: a browser that draws a canvas onto itself copies all of it each time. The copy is
 * made when the first cell is stamped, and again for a cell that was drawn later.
 */
function createStamp(sheet: CanvasRenderingContext2D, drawn: ReadonlyMap<string, Rectangle>): Stamp {
  const copy = atlasContext(sheet.canvas.width, sheet.canvas.height);
  const copied = new Set<string>();
  return (key, x, y, widthPx, heightPx) => {
    const from = drawn.get(key);
    if (!from || !copy) return;
    if (!copied.has(key)) {
      copy.globalCompositeOperation = 'copy';
      copy.drawImage(sheet.canvas, 0, 0);
      for (const finished of drawn.keys()) copied.add(finished);
    }
    sheet.drawImage(copy.canvas, from.x, from.y, from.width, from.height, x, y, widthPx, heightPx);
  };
}

/**
 * Draws the cells, a few in each task.
 * @throws if the browser has no 2D canvas, or `signal` has ended the work
 */
export async function buildAtlas(
  cells: readonly AtlasCell[],
  resolution: number,
  signal: AbortSignal,
): Promise<Atlas> {
  const { width, height, frames } = layOut(cells, resolution);
  const context = atlasContext(width, height);
  if (!context) throw new Error('no 2D canvas');
  const drawn = new Map<string, Rectangle>();
  const stamp = createStamp(context, drawn);
  let sliceMs = performance.now();
  for (const [at, cell] of cells.entries()) {
    const frame = frames[at];
    if (!frame) continue;
    if (performance.now() - sliceMs > SLICE_MS) {
      await nextTask();
      signal.throwIfAborted();
      sliceMs = performance.now();
    }
    context.save();
    context.setTransform(frame.width / cell.widthPx, 0, 0, frame.height / cell.heightPx, frame.x, frame.y);
    context.beginPath();
    context.rect(0, 0, cell.widthPx, cell.heightPx);
    context.clip();
    cell.draw(context, stamp);
    context.restore();
    // browsers put drawing off until a pixel is read. Without this, all cells would be drawn in one task at the end
    context.getImageData(frame.x, frame.y, 1, 1);
    drawn.set(cell.key, frame);
  }
  const source = new CanvasSource({ resource: context.canvas, autoGarbageCollect: false });
  const textures = new Map([...drawn].map(([key, frame]) => [key, new Texture({ source, frame })]));
  return {
    texture: (key) => textures.get(key) ?? Texture.EMPTY,
    destroy() {
      for (const texture of textures.values()) texture.destroy();
      source.destroy();
    },
  };
}
