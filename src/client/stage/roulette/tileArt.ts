import { RARITIES, type Rarity } from '#/contract/cases.ts';
import { faded, type Palette } from './palette.ts';
import type { RouletteItem } from './rouletteItem.ts';

/** A tile below this size has only its picture: its texts would be illegible. */
const LEAST_CAPTION_PX = 96;

const nameFont = (palette: Palette, tilePx: number) =>
  `600 ${Math.max(11.5, tilePx * 0.066)}px ${palette.textFont}`;
const labelFont = (palette: Palette, tilePx: number) =>
  `500 ${Math.max(9, tilePx * 0.05)}px ${palette.monoFont}`;

/** The fonts of a tile as CSS shorthands, to be loaded before it is drawn. */
export function tileFonts(palette: Palette, tilePx: number): string[] {
  return [nameFont(palette, tilePx), labelFont(palette, tilePx)];
}

/** The path of a panel cut at its top right and bottom left corner. */
export function cutCorners(
  context: CanvasRenderingContext2D,
  inset: number,
  sidePx: number,
  cutPx: number,
): void {
  const far = sidePx - inset;
  const cut = cutPx - inset * 0.5;
  context.beginPath();
  context.moveTo(inset, inset);
  context.lineTo(far - cut, inset);
  context.lineTo(far, inset + cut);
  context.lineTo(far, far);
  context.lineTo(inset + cut, far);
  context.lineTo(inset, far - cut);
  context.closePath();
}

// shadows do not follow the transform of a context, so their sizes are multiplied by its scale

interface Fade {
  from: [x: number, y: number];
  to: [x: number, y: number];
  color: string;
  alphas: [from: number, to: number];
}

function fillFade(
  context: CanvasRenderingContext2D,
  sidePx: number,
  { from, to, color, alphas }: Fade,
): void {
  const fade = context.createLinearGradient(...from, ...to);
  fade.addColorStop(0, faded(context, color, alphas[0]));
  fade.addColorStop(1, faded(context, color, alphas[1]));
  context.fillStyle = fade;
  context.fillRect(0, 0, sidePx, sidePx);
}

function drawPanel(
  context: CanvasRenderingContext2D,
  palette: Palette,
  rarity: string,
  tilePx: number,
): void {
  const ground = context.createLinearGradient(0, 0, 0, tilePx);
  ground.addColorStop(0, palette.panelTop);
  ground.addColorStop(1, palette.panelBottom);
  context.fillStyle = ground;
  context.fillRect(0, 0, tilePx, tilePx);

  context.save();
  context.translate(tilePx / 2, tilePx * 0.4);
  context.scale(0.85, 0.6);
  const spot = context.createRadialGradient(0, 0, 0, 0, 0, tilePx * 0.76);
  spot.addColorStop(0, faded(context, rarity, 0.3));
  spot.addColorStop(1, faded(context, rarity, 0));
  context.fillStyle = spot;
  context.fillRect(-tilePx, -tilePx, 2 * tilePx, 2 * tilePx);
  context.restore();

  fillFade(context, tilePx, {
    from: [0, tilePx],
    to: [0, tilePx * 0.54],
    color: rarity,
    alphas: [0.24, 0],
  });
  fillFade(context, tilePx, { from: [0, 0], to: [0, tilePx * 0.3], color: palette.light, alphas: [0.05, 0] });
}

function drawEdges(
  context: CanvasRenderingContext2D,
  palette: Palette,
  rarity: string,
  tilePx: number,
  cutPx: number,
): void {
  context.save();
  context.shadowColor = rarity;
  context.shadowBlur = tilePx * 0.11 * context.getTransform().a;
  context.fillStyle = rarity;
  context.fillRect(0, tilePx - 3, tilePx, 3);
  context.restore();
  cutCorners(context, 0.5, tilePx, cutPx);
  context.lineWidth = 1;
  context.strokeStyle = faded(context, palette.light, 0.07);
  context.stroke();
  context.strokeStyle = faded(context, rarity, 0.3);
  context.stroke();
}

function drawPicture(
  context: CanvasRenderingContext2D,
  picture: HTMLImageElement,
  shade: string,
  tilePx: number,
): void {
  const room =
    tilePx >= LEAST_CAPTION_PX
      ? { x: tilePx * 0.11, y: tilePx * 0.03, side: tilePx * 0.78 }
      : { x: tilePx * 0.07, y: tilePx * 0.06, side: tilePx * 0.86 };
  const fit = Math.min(room.side / picture.naturalWidth, (room.side * 0.92) / picture.naturalHeight);
  const width = picture.naturalWidth * fit;
  const height = picture.naturalHeight * fit;
  context.save();
  context.shadowColor = faded(context, shade, 0.7);
  context.shadowBlur = tilePx * 0.06 * context.getTransform().a;
  context.shadowOffsetY = tilePx * 0.05 * context.getTransform().a;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    picture,
    room.x + (room.side - width) / 2,
    room.y + (room.side * 0.92 - height) / 2,
    width,
    height,
  );
  context.restore();
}

/** Draws as many pips as the rank of the rarity, because colour must not be the only sign. */
function drawPips(
  context: CanvasRenderingContext2D,
  rarity: Rarity,
  x: number,
  y: number,
  sizePx: number,
): void {
  const count = RARITIES.indexOf(rarity) + 1;
  const slant = sizePx * 0.32;
  for (let pip = 0; pip < count; pip += 1) {
    const left = x + pip * sizePx * 1.12;
    context.beginPath();
    context.moveTo(left + slant, y);
    context.lineTo(left + slant + sizePx * 0.72, y);
    context.lineTo(left + sizePx * 0.72, y + sizePx);
    context.lineTo(left, y + sizePx);
    context.fill();
  }
}

function clipped(context: CanvasRenderingContext2D, text: string, roomPx: number): string {
  if (context.measureText(text).width <= roomPx) return text;
  let length = text.length;
  while (length > 1 && context.measureText(`${text.slice(0, length).trimEnd()}…`).width > roomPx) length -= 1;
  return `${text.slice(0, length).trimEnd()}…`;
}

function drawCaption(
  context: CanvasRenderingContext2D,
  palette: Palette,
  item: RouletteItem,
  tilePx: number,
): void {
  const edge = Math.max(9, tilePx * 0.06);
  const pip = Math.max(6.5, tilePx * 0.036);
  const labelY = tilePx - edge - 3;
  context.textBaseline = 'alphabetic';
  context.font = nameFont(palette, tilePx);
  context.fillStyle = palette.text;
  context.fillText(
    clipped(context, item.name, tilePx - 2 * edge),
    edge,
    labelY - Math.max(17, tilePx * 0.098),
  );
  context.fillStyle = palette.rarity(item.color);
  drawPips(context, item.color, edge, labelY - pip - 0.5, pip);
  context.font = labelFont(palette, tilePx);
  context.letterSpacing = '0.04em';
  context.textAlign = 'right';
  const room = tilePx - 2 * edge - RARITIES.length * pip * 1.2;
  context.fillText(clipped(context, item.rarityLabel.toLocaleUpperCase(), room), tilePx - edge, labelY);
}

/** Draws one prize tile of `tilePx` CSS pixels. Without a picture its texts still name the prize. */
export function drawTile(
  context: CanvasRenderingContext2D,
  palette: Palette,
  item: RouletteItem,
  picture: HTMLImageElement | null,
  tilePx: number,
): void {
  const rarity = palette.rarity(item.color);
  const cutPx = Math.max(Math.min(10, tilePx * 0.14), tilePx * 0.064);
  cutCorners(context, 0, tilePx, cutPx);
  context.clip();
  drawPanel(context, palette, rarity, tilePx);
  if (picture) drawPicture(context, picture, palette.shade, tilePx);
  drawEdges(context, palette, rarity, tilePx, cutPx);
  if (tilePx >= LEAST_CAPTION_PX) drawCaption(context, palette, item, tilePx);
}
