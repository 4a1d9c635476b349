import { join } from 'node:path';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { colours } from '#/server/platform/markup/brandColours.ts';
import { escapeHtml } from '#/server/platform/markup/escape.ts';
import { type LinkPicture, SHARED_PICTURE_PX } from '#/server/ports/pictureWork.ts';
import { type OverlayOptions, sharp } from './safeSharp.ts';

const { width: WIDTH, height: HEIGHT } = SHARED_PICTURE_PX;
const ART_PX = 470;
/** Left edge of the words, and their width. */
const WORDS = { left: 580, width: 556 };
/**
 * Sizes of the name and of the line above it, from the largest: the first that fits into this height, and at which no word
 * of the name is wider than the line, is taken.
 */
const NAME = { sizesPx: [96, 84, 72, 62, 52, 44, 36], maxPx: 220 };
const KICKER = { sizesPx: [30, 26, 22], maxPx: 76 };
/** The words stand in the middle between these heights, px from the top. */
const BLOCK = { from: 104, to: 556 };
const GAP_PX = 24;
/** Side of the small picture from which the light behind the thing is enlarged. */
const GLOW = { width: 40, height: 21 };
const STEP_SECONDS = 10;
/** Width of a mark and the distance to the next one. */
const MARK = { width: 26, height: 12, pitch: 36 };

const FONTS = { head: 'ONE RP Head', text: 'ONE RP Text' } as const;
const fontFile = (font: keyof typeof FONTS) => join(projectRoot, `assets/fonts/pictures/${font}.ttf`);

interface Line {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Draws the picture of a link, 1200 by 630 px (C14, S25). Only the process of pictures calls it (`pictureProcess.ts`).
 * @returns a PNG
 */
export async function drawLink(picture: LinkPicture): Promise<Buffer> {
  const { color, kicker, name, marks, facts } = picture;
  const brand = await write('ONE RP', 'head', 40, colours.sodium500);
  const over = await fit(KICKER, (px) => write(kicker, 'text', px, colours.ink300));
  const words = name.toUpperCase();
  const title = await fit(await wholeWords(NAME, words), (px) => write(words, 'head', px, colours.bone100));
  const rank = await write(picture.rank.toUpperCase(), 'head', 36, color);
  const below = await write(facts, 'text', 30, colours.bone100);
  const block = over.height + title.height + rank.height + below.height + 3 * GAP_PX;
  const top = Math.round((BLOCK.from + BLOCK.to - block) / 2);
  const nameTop = top + over.height + GAP_PX;
  const rankTop = nameTop + title.height + GAP_PX;
  const { left } = WORDS;
  const layers: OverlayOptions[] = [
    { input: await glow(color), left: 0, top: 0 },
    bar(color, { left: 0, top: 0, width: 14, height: HEIGHT }),
    ...lane(),
    ...(await artLayers(picture)),
    { input: brand.bytes, left, top: 58 },
    { input: over.bytes, left, top },
    { input: title.bytes, left, top: nameTop },
    ...marksAt(marks, rankTop),
    { input: rank.bytes, left: left + marks.length * MARK.pitch + 12, top: rankTop },
    { input: below.bytes, left, top: rankTop + rank.height + GAP_PX },
  ];
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: colours.ink950 } })
    .composite(layers)
    .png({ compressionLevel: 9 })
    .timeout({ seconds: STEP_SECONDS })
    .toBuffer();
}

async function write(text: string, font: keyof typeof FONTS, px: number, color: string): Promise<Line> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escapeHtml(text)}</span>`,
      font: `${FONTS[font]} ${px}`,
      fontfile: fontFile(font),
      width: WORDS.width,
      // a word that is wider than the line breaks
      wrap: 'word-char',
      // headlines have no room between their lines
      ...(font === 'head' && { spacing: -Math.round(px * 0.3) }),
      dpi: 72,
      rgba: true,
    },
  })
    .timeout({ seconds: STEP_SECONDS })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

interface Sizes {
  sizesPx: readonly number[];
  maxPx: number;
}

/** Leaves the sizes at which no word is wider than the line. In the smallest one, which always stays, such a word breaks. */
async function wholeWords({ sizesPx, maxPx }: Sizes, words: string): Promise<Sizes> {
  const [samplePx = 0] = sizesPx;
  const lines = escapeHtml(words.replaceAll(/\s+/g, '\n'));
  const text = { text: lines, font: `${FONTS.head} ${samplePx}`, fontfile: fontFile('head'), dpi: 72 };
  const { info } = await sharp({ text })
    .timeout({ seconds: STEP_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const widestPx = (samplePx * WORDS.width) / info.width;
  return { sizesPx: sizesPx.filter((px, at) => px <= widestPx || at === sizesPx.length - 1), maxPx };
}

/** A text in the largest size that fits. If none does, the smallest is cut at the foot. */
async function fit({ sizesPx, maxPx }: Sizes, writeIn: (px: number) => Promise<Line>): Promise<Line> {
  let line: Line | undefined;
  for (const px of sizesPx) {
    line = await writeIn(px);
    if (line.height <= maxPx) return line;
  }
  const { bytes, width } = line!;
  const cut = sharp(bytes).extract({ left: 0, top: 0, width, height: maxPx });
  return { bytes: await cut.png().toBuffer(), width, height: maxPx };
}

/** The light behind the thing: a few pixels, enlarged. */
async function glow(color: string): Promise<Buffer> {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const pixels = Buffer.alloc(GLOW.width * GLOW.height * 4);
  for (let y = 0; y < GLOW.height; y += 1)
    for (let x = 0; x < GLOW.width; x += 1) {
      const distance =
        Math.hypot((x + 0.5) / GLOW.width - 0.25, ((y + 0.5) / GLOW.height - 0.52) * 0.6) / 0.42;
      const alpha = 120 * Math.max(0, 1 - distance) ** 1.6;
      pixels.set([red!, green!, blue!, Math.round(alpha)], (y * GLOW.width + x) * 4);
    }
  return sharp(pixels, { raw: { ...GLOW, channels: 4 } })
    .resize(WIDTH, HEIGHT, { kernel: 'cubic', fit: 'fill' })
    .png()
    .toBuffer();
}

async function artLayers({ art, rim, color }: LinkPicture): Promise<OverlayOptions[]> {
  const place = { left: 70, top: Math.round((HEIGHT - ART_PX) / 2) };
  const thing = await sharp(art)
    .resize(ART_PX, ART_PX, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  if (!rim) return [{ input: thing, ...place }];
  const light = await sharp(rim)
    .resize(ART_PX, ART_PX, { fit: 'fill' })
    .ensureAlpha()
    .composite([{ ...bar(color, { width: ART_PX, height: ART_PX }), blend: 'in' }])
    .png()
    .toBuffer();
  return [
    { input: thing, ...place },
    { input: light, ...place, blend: 'screen' },
  ];
}

interface Box {
  left?: number;
  top?: number;
  width: number;
  height: number;
}

const bar = (background: string, { width, height, ...place }: Box): OverlayOptions => ({
  input: { create: { width, height, channels: 4, background } },
  ...place,
});

const marksAt = (marks: readonly string[], top: number): OverlayOptions[] =>
  marks.map((color, at) =>
    bar(color, {
      left: WORDS.left + at * MARK.pitch,
      top: top + 8,
      width: MARK.width,
      height: MARK.height,
    }),
  );

/** The dashed line of the road along the foot. */
const lane = (): OverlayOptions[] =>
  Array.from({ length: 8 }, (_, at) =>
    bar(colours.lineYellow, { left: WORDS.left + at * 72, top: HEIGHT - 60, width: 44, height: 5 }),
  );
