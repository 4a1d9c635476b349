import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { textsOnPictures } from './axe.ts';

/** Share of the points under a text that may be worse: single points of a picture hide no letter. */
const OVERLOOKED = 0.02;

type Colour = [red: number, green: number, blue: number];

interface Line {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A text whose ground axe cannot tell. */
interface Text {
  html: string;
  colour: Colour;
  /** From 0, unseen, to 1. */
  opacity: number;
  /** Contrast that it needs by WCAG: 3 for large letters, else 4.5. */
  needed: number;
  /** Places of its lines on the page, in CSS pixels. */
  lines: Line[];
}

/** How well a text can be read. */
export interface Measured {
  /** Beginning of its element. */
  html: string;
  contrast: number;
  needed: number;
}

/** Waits until every picture and font of the page is there. Runs in the page. */
async function awaitPictures(): Promise<void> {
  await document.fonts.ready;
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
}

/** Reads how texts look and where they lie. Runs in the page. */
function readTexts(selectors: string[]): Text[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const readColour = (text: string) => {
    if (!context) throw new Error('no canvas');
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
  };
  return selectors.flatMap((selector) => {
    const element = document.querySelector(selector);
    if (!element) return [];
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const [red = 0, green = 0, blue = 0, alpha = 0] = readColour(color);
    let opacity = alpha / 255;
    for (let at: Element | null = element; at; at = at.parentElement)
      opacity *= Number(getComputedStyle(at).opacity);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    const lines = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].map(({ x, y, width, height }) => ({
          x: x + scrollX,
          y: y + scrollY,
          width,
          height,
        }));
      });
    const html = element.outerHTML.slice(0, 120);
    return [{ html, colour: [red, green, blue] as const, opacity, needed: isLarge ? 3 : 4.5, lines }];
  }) as Text[];
}

/** Hides all letters and their underlines, so that a picture of the page shows what lies under them. Runs in the page. */
function hideLetters(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, *::before, *::after {
    color: transparent !important;
    -webkit-text-fill-color: transparent !important;
    text-decoration-color: transparent !important;
    text-shadow: none !important;
    transition: none !important;
  }`);
  document.adoptedStyleSheets.push(sheet);
}

/** Takes `hideLetters` back. Runs in the page. */
function showLetters(): void {
  document.adoptedStyleSheets.pop();
}

/** Where a part lies on the page, in CSS pixels. Runs in the page. */
function placeOf(part: string): Line {
  const { x = 0, y = 0, width = 0, height = 0 } = document.querySelector(part)?.getBoundingClientRect() ?? {};
  return {
    x: Math.floor(x + scrollX),
    y: Math.floor(y + scrollY),
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
}

const placesOf = ({ lines }: Text) => lines;

const channel = (value: number) => {
  const share = value / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: Colour) =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);

/** The contrast of a text on its ground as WCAG defines it, from 1 to 21. */
function contrastOn({ colour, opacity }: Pick<Text, 'colour' | 'opacity'>, ground: Colour): number {
  const mix = (at: 0 | 1 | 2) => colour[at] * opacity + ground[at] * (1 - opacity);
  const [text, under] = [luminance([mix(0), mix(1), mix(2)]), luminance(ground)];
  return (Math.max(text, under) + 0.05) / (Math.min(text, under) + 0.05);
}

/**
 * Measures the contrast of the texts that lie on pictures and gradients, on a picture of the page without its letters. The
 * page must be drawn. Returns nothing if it moved meanwhile.
 * @param part selector of the part of the page that is measured
 */
export async function contrastsOnPictures(page: Page, part: string): Promise<Measured[]> {
  await page.evaluate(awaitPictures);
  const selectors = await textsOnPictures(page, part);
  const texts = await page.evaluate(readTexts, selectors);
  const clip = await page.evaluate(placeOf, part);
  await page.evaluate(hideLetters);
  const picture = await page.screenshot({ fullPage: true, clip });
  await page.evaluate(showLetters);
  const textsAfter = await page.evaluate(readTexts, selectors);
  if (!isDeepStrictEqual(textsAfter.map(placesOf), texts.map(placesOf))) return [];
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return texts.flatMap((text) => {
    const contrasts: number[] = [];
    for (const { x, y, ...size } of text.lines)
      for (const at of pointsOf({ x: x - clip.x, y: y - clip.y, ...size }, info))
        contrasts.push(contrastOn(text, [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]));
    const contrast = contrasts.toSorted((a, b) => a - b)[Math.floor(contrasts.length * OVERLOOKED)];
    return contrast === undefined ? [] : [{ html: text.html, contrast, needed: text.needed }];
  });
}

/** Places of a line's points in the picture's data, which has three numbers for each. */
function* pointsOf(line: Line, picture: { width: number; height: number }): Generator<number> {
  const right = Math.min(picture.width, line.x + line.width);
  const bottom = Math.min(picture.height, line.y + line.height);
  for (let row = Math.max(0, Math.floor(line.y)); row < bottom; row++)
    for (let column = Math.max(0, Math.floor(line.x)); column < right; column++)
      yield (row * picture.width + column) * 3;
}
