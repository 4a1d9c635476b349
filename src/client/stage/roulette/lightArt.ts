import { faded, type Palette } from './palette.ts';
import { seededRandom } from './spin/strip.ts';
import { cutCorners } from './tileArt.ts';

type Context = CanvasRenderingContext2D;

const tileCut = (sidePx: number) => Math.max(10, sidePx * 0.064);

/** Share of the glow's cell that the tile below it covers. */
export const GLOW_CORE = 0.6;

/** The light around the won tile, in white: the scene tints it. */
export function drawGlow(context: Context, palette: Palette, sidePx: number): void {
  const corePx = sidePx * GLOW_CORE;
  const away = sidePx * 2;
  context.translate((sidePx - corePx) / 2 - away, (sidePx - corePx) / 2);
  context.shadowColor = palette.light;
  context.shadowOffsetX = away * context.getTransform().a;
  context.shadowBlur = sidePx * 0.2 * context.getTransform().a;
  context.fillStyle = palette.light;
  cutCorners(context, 0, corePx, corePx * 0.08);
  context.fill();
}

/** The outline of the won tile, in white: the scene tints it. */
export function drawRim(context: Context, palette: Palette, sidePx: number): void {
  cutCorners(context, 1.5, sidePx, tileCut(sidePx));
  context.strokeStyle = palette.light;
  context.lineWidth = 2;
  context.stroke();
  context.globalAlpha = 0.35;
  context.lineWidth = 6;
  context.stroke();
}

/** The shape of a tile in light, brightest in its middle. */
export function drawFlash(context: Context, palette: Palette, sidePx: number): void {
  const light = context.createRadialGradient(sidePx / 2, sidePx / 2, 0, sidePx / 2, sidePx / 2, sidePx * 0.7);
  light.addColorStop(0, faded(context, palette.light, 0.95));
  light.addColorStop(1, faded(context, palette.light, 0.35));
  context.fillStyle = light;
  cutCorners(context, 0, sidePx, tileCut(sidePx));
  context.fill();
}

/** Shafts of light to all sides, in white: the scene tints and turns them. */
export function drawRays(context: Context, palette: Palette, sidePx: number): void {
  const radius = sidePx / 2;
  const random = seededRandom(11);
  context.translate(radius, radius);
  const fade = context.createRadialGradient(0, 0, radius * 0.1, 0, 0, radius);
  fade.addColorStop(0, faded(context, palette.light, 0.16));
  fade.addColorStop(0.4, faded(context, palette.light, 0.07));
  fade.addColorStop(1, faded(context, palette.light, 0));
  context.fillStyle = fade;
  for (let shaft = 0; shaft < 26; shaft += 1) {
    const angle = ((shaft + 0.8 * random()) / 26) * 2 * Math.PI;
    const widest = 0.05 + 0.13 * random();
    // narrower and narrower wedges over each other make a shaft without hard edges
    for (let half = widest; half > widest / 8; half -= widest / 8) {
      context.beginPath();
      context.moveTo(0, 0);
      context.arc(0, 0, radius, angle - half, angle + half);
      context.fill();
    }
  }
}

/** A ring of light that fades inwards, in white: the scene tints and widens it. */
export function drawRing(context: Context, palette: Palette, sidePx: number): void {
  const radius = sidePx / 2;
  const fade = context.createRadialGradient(radius, radius, radius * 0.5, radius, radius, radius);
  for (const [at, alpha] of [
    [0, 0],
    [0.55, 0.12],
    [0.8, 0.55],
    [0.9, 1],
    [1, 0],
  ] as const)
    fade.addColorStop(at, faded(context, palette.light, alpha));
  context.fillStyle = fade;
  context.fillRect(0, 0, sidePx, sidePx);
}

/** One spark, in white: the scene tints it. */
export function drawSpark(context: Context, palette: Palette, sidePx: number): void {
  const light = context.createRadialGradient(sidePx / 2, sidePx / 2, 0, sidePx / 2, sidePx / 2, sidePx / 2);
  light.addColorStop(0, palette.light);
  light.addColorStop(0.25, faded(context, palette.light, 0.85));
  light.addColorStop(1, faded(context, palette.light, 0));
  context.fillStyle = light;
  context.fillRect(0, 0, sidePx, sidePx);
}

/** The shade over the left end of the strip, which fades inwards. */
export function drawEdge(context: Context, palette: Palette, widthPx: number, heightPx: number): void {
  const fade = context.createLinearGradient(0, 0, widthPx, 0);
  fade.addColorStop(0, palette.shade);
  fade.addColorStop(0.35, faded(context, palette.shade, 0.72));
  fade.addColorStop(0.7, faded(context, palette.shade, 0.24));
  fade.addColorStop(1, faded(context, palette.shade, 0));
  context.fillStyle = fade;
  context.fillRect(0, 0, widthPx, heightPx);
}

/** The light of the needle to both sides, in white: the scene tints it. */
export function drawHalo(context: Context, palette: Palette, widthPx: number, heightPx: number): void {
  const fade = context.createLinearGradient(0, 0, widthPx, 0);
  for (const [at, alpha] of [
    [0, 0],
    [0.3, 0.09],
    [0.43, 0.34],
    [0.5, 0.95],
    [0.57, 0.34],
    [0.7, 0.09],
    [1, 0],
  ] as const)
    fade.addColorStop(at, faded(context, palette.light, alpha));
  context.fillStyle = fade;
  context.fillRect(0, 0, widthPx, heightPx);
}

/** The line of the needle: a lamp that is brightest at its ends. */
export function drawLine(context: Context, palette: Palette, widthPx: number, heightPx: number): void {
  const lamp = context.createLinearGradient(0, 0, 0, heightPx);
  lamp.addColorStop(0, palette.light);
  lamp.addColorStop(0.2, palette.lamp);
  lamp.addColorStop(0.8, palette.lamp);
  lamp.addColorStop(1, palette.light);
  context.fillStyle = lamp;
  context.fillRect(0, 0, widthPx, heightPx);
}

/** The upper end of the needle, pointing down. */
export function drawTip(context: Context, palette: Palette, widthPx: number, heightPx: number): void {
  const lamp = context.createLinearGradient(0, 0, 0, heightPx);
  lamp.addColorStop(0, palette.lampBright);
  lamp.addColorStop(1, palette.lamp);
  context.fillStyle = lamp;
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(widthPx, 0);
  context.lineTo(widthPx / 2, heightPx);
  context.fill();
}
