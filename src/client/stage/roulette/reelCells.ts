import type { AtlasCell } from '#/client/stage/host/textures.ts';
import {
  drawEdge,
  drawFlash,
  drawGlow,
  drawHalo,
  drawLine,
  drawRays,
  drawRim,
  drawRing,
  drawSpark,
  drawTip,
} from './lightArt.ts';
import { needleLeans, needleLights, type NeedleTuning } from './needle.ts';
import type { Palette } from './palette.ts';
import type { RouletteItem } from './rouletteItem.ts';
import { BLURS } from './speedBlur.ts';
import { drawTile } from './tileArt.ts';

/** Sizes of the pictures of a reel on the screen, px. */
export interface ReelSizes {
  tilePx: number;
  heightPx: number;
  /** Length of the blur of a tile at top speed; 0 if a shader blurs the tiles. */
  blurPx: number;
}

export type Picture = HTMLImageElement | null;

/**
 * Key of the picture of an item.
 * @param place the item's place in the list
 * @param blur place in `BLURS`; 0 is the sharp picture
 */
export const tileKey = (place: number, blur = 0) => '~'.repeat(blur) + place;

/** The keys of the pictures of the needle, by their step. */
export const tipKey = (step: number) => `tip ${step}`;
export const haloKey = (step: number) => `halo ${step}`;

const TIP = { widthPx: 34, heightPx: 24 };
/** Size of a leaning tip, px. */
const LEANT_PX = { widthPx: 40, heightPx: 26 };

/** Copies of the tile in its blur: too many to be seen one by one. */
const BLUR_COPIES = 16;

/** A tile in motion: the average of its positions during a frame. Less blur needs a finer picture. */
function blurCell(place: number, blur: number, { tilePx, ...sizes }: ReelSizes): AtlasCell {
  const share = BLURS[blur] ?? 0;
  const blurPx = sizes.blurPx * share;
  return {
    key: tileKey(place, blur),
    widthPx: tilePx + blurPx,
    heightPx: tilePx,
    density: share < 1 ? 0.75 : 0.5,
    draw(context, stamp) {
      // a running average, because a sum of faint copies would round the dark colours away
      for (let copy = 0; copy < BLUR_COPIES; copy += 1) {
        context.globalAlpha = 1 / (copy + 1);
        stamp(tileKey(place), (blurPx * copy) / (BLUR_COPIES - 1), 0, tilePx, tilePx);
      }
      // the average is too dense at the left end, where no later copies lie over the first ones
      context.globalAlpha = 1;
      context.globalCompositeOperation = 'destination-in';
      const thin = context.createLinearGradient(0, 0, blurPx, 0);
      thin.addColorStop(0, 'transparent');
      thin.addColorStop(1, 'black');
      context.fillStyle = thin;
      context.fillRect(0, 0, tilePx + blurPx, tilePx);
    },
  };
}

/** The needle in all its states. A frame only changes the picture, which costs almost nothing. */
function needleCells(palette: Palette, needle: NeedleTuning): AtlasCell[] {
  return [
    ...needleLeans.map(({ step, value }): AtlasCell => ({
      key: tipKey(step),
      widthPx: LEANT_PX.widthPx,
      heightPx: LEANT_PX.heightPx,
      draw(context) {
        context.translate(LEANT_PX.widthPx / 2, 0);
        context.rotate(value * needle.leanRad);
        context.translate(-TIP.widthPx / 2, 0);
        drawTip(context, palette, TIP.widthPx, TIP.heightPx);
      },
    })),
    ...needleLights(needle).map(({ step, value }): AtlasCell => ({
      key: haloKey(step),
      widthPx: 160,
      heightPx: 16,
      draw(context) {
        context.globalAlpha = value;
        drawHalo(context, palette, 160, 16);
      },
    })),
  ];
}

/** All pictures of a reel: tiles, tiles in motion, the needle and the light of the winner. */
export function reelCells(
  items: readonly RouletteItem[],
  pictures: readonly Picture[],
  palette: Palette,
  sizes: ReelSizes,
  needle: NeedleTuning,
): AtlasCell[] {
  const { tilePx, heightPx } = sizes;
  const cell = (
    key: string,
    widthPx: number,
    heightPx: number,
    draw: (context: CanvasRenderingContext2D, palette: Palette, widthPx: number, heightPx: number) => void,
    density = 1,
  ): AtlasCell => ({
    key,
    widthPx,
    heightPx,
    density,
    draw: (context) => draw(context, palette, widthPx, heightPx),
  });
  const square = (
    key: string,
    sidePx: number,
    draw: (context: CanvasRenderingContext2D, palette: Palette, sidePx: number) => void,
    density = 1,
  ) => cell(key, sidePx, sidePx, draw, density);
  return [
    ...items.map((item, place): AtlasCell => ({
      key: tileKey(place),
      widthPx: tilePx,
      heightPx: tilePx,
      draw: (context) => drawTile(context, palette, item, pictures[place] ?? null, tilePx),
    })),
    square('rim', tilePx, drawRim),
    square('rays', tilePx * 2, drawRays, 0.6),
    ...(sizes.blurPx > 0
      ? items.flatMap((_, place) => [blurCell(place, 1, sizes), blurCell(place, 2, sizes)])
      : []),
    square('glow', tilePx, drawGlow, 0.5),
    square('ring', tilePx, drawRing),
    square('flash', tilePx, drawFlash, 0.5),
    cell('line', 4, heightPx, drawLine),
    square('spark', 32, drawSpark),
    cell('edge', 192, 16, drawEdge),
    ...needleCells(palette, needle),
  ];
}
