// Turns renders into the delivered files, always AVIF and WebP. Needs the package sharp.
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';

const CLEAR = '#0000';
/** Alpha below this is glow, which may leave the square. */
const SEEN_ALPHA = 60;
const MARGIN = 1.1;
const FRAME_COLUMNS = 6;

/** The square around what can be seen of a picture, with a margin of 5 % on each side, in its pixels. */
async function squareOf(file) {
  const { data, info } = await sharp(file)
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      if (data[y * info.width + x] <= SEEN_ALPHA) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const side = Math.ceil(Math.max(right - left, bottom - top) * MARGIN);
  return { side, left: (left + right - side) / 2, top: (top + bottom - side) / 2 };
}

/** Cuts a square out of a picture, which may be smaller than it, and brings it to `px`. */
async function cut(file, square, px) {
  const side = Math.round(square.side);
  const [left, top] = [Math.round(square.left), Math.round(square.top)];
  const { width, height } = await sharp(file).metadata();
  const pad = Math.max(0, -left, -top, left + side - width, top + side - height);
  const padded = await sharp(file)
    .ensureAlpha()
    .extend({ top: pad, bottom: pad, left: pad, right: pad, background: CLEAR })
    .toBuffer();
  const cutOut = await sharp(padded)
    .extract({ left: left + pad, top: top + pad, width: side, height: side })
    .toBuffer();
  return sharp(cutOut).resize(px, px, { kernel: 'lanczos3' }).png().toBuffer();
}

/** Writes `to`.avif and `to`.webp. */
async function write(picture, to, quality) {
  mkdirSync(dirname(to), { recursive: true });
  await sharp(picture).avif({ quality: quality.avif, effort: 6 }).toFile(`${to}.avif`);
  await sharp(picture)
    .webp({ quality: quality.webp, alphaQuality: quality.alpha ?? 80, effort: 6, smartSubsample: true })
    .toFile(`${to}.webp`);
  const kB = ['avif', 'webp'].map((kind) => (statSync(`${to}.${kind}`).size / 1024).toFixed(1));
  console.log(`${to} ${kB.join(' + ')} kB`);
}

const THING = { avif: 44, webp: 58, alpha: 60 };
const MASK = { avif: 28, webp: 10, alpha: 20 };
const CASE = { avif: 50, webp: 70 };
const FRAMES = { avif: 46, webp: 62, alpha: 65 };

/** A prize, a good or a medal: 384 px, and the mask of its rim light, in the same square, 192 px. */
export async function encodeThing(master, to) {
  const square = await squareOf(master);
  await write(await cut(master, square, 384), to, THING);
  await write(await cut(master.replace('.png', '.rim.png'), square, 192), `${to}.rim`, MASK);
}

/**
 * A case from NAME.closed.png, NAME.open.png and NAME.f00.png …, all seen by one camera: 420 px for lists and 900 px
 * for its page, both as large as they can be; open at 900 px and the frames at 400 px in the square of the open case.
 * NAME.frames.json says where in that square the closed picture lies, in shares of its side.
 */
export async function encodeCase(folder, name, to) {
  const at = (state) => join(folder, `${name}.${state}.png`);
  const closed = await squareOf(at('closed'));
  await write(await cut(at('closed'), closed, 420), to, CASE);
  await write(await cut(at('closed'), closed, 900), `${to}.hero`, CASE);
  const open = await squareOf(at('open'));
  await write(await cut(at('open'), open, 900), `${to}.open`, CASE);
  const frames = readdirSync(folder)
    .filter((file) => file.startsWith(`${name}.f`) && /\.f\d\d\.png$/.test(file))
    .toSorted();
  if (frames.length === 0) return;
  const widthOf = async (file) => (await sharp(file).metadata()).width;
  const scaled = (square, share) => ({
    side: square.side * share,
    left: square.left * share,
    top: square.top * share,
  });
  const framePx = 400;
  const openPx = await widthOf(at('open'));
  const box = scaled(open, (await widthOf(join(folder, frames[0]))) / openPx);
  const sheet = await Promise.all(
    frames.map(async (file, index) => ({
      input: await cut(join(folder, file), box, framePx),
      left: (index % FRAME_COLUMNS) * framePx,
      top: Math.floor(index / FRAME_COLUMNS) * framePx,
    })),
  );
  const rows = Math.ceil(frames.length / FRAME_COLUMNS);
  const background = { width: FRAME_COLUMNS * framePx, height: rows * framePx, channels: 4, background: CLEAR };
  await write(await sharp({ create: background }).composite(sheet).png().toBuffer(), `${to}.frames`, FRAMES);
  const inOpen = scaled(closed, openPx / (await widthOf(at('closed'))));
  const share = (value) => Number((value / open.side).toFixed(4));
  const json = {
    frames: frames.length,
    size: framePx,
    columns: FRAME_COLUMNS,
    rows,
    closed: {
      x: share(inOpen.left - open.left),
      y: share(inOpen.top - open.top),
      side: share(inOpen.side),
    },
  };
  writeFileSync(`${to}.frames.json`, `${JSON.stringify(json)}\n`);
}

/** The case that cannot be bought yet. */
export async function encodeClosedCase(master, to) {
  await write(await cut(master, await squareOf(master), 420), to, CASE);
}

/** A picture that fills its place, at each of the widths; without widths as it is. */
export async function encodeScene(master, to, widths, quality, part) {
  for (const width of widths ?? [undefined]) {
    const whole = part ? sharp(master).extract(part) : sharp(master);
    const picture = width ? whole.resize(width, null, { kernel: 'lanczos3' }) : whole;
    await write(await picture.removeAlpha().png().toBuffer(), width ? `${to}-${width}` : to, quality);
  }
}

/** The layers of a street for the scene of the landing page: what `grade.py` wrote beside the flat picture. */
export async function encodeLayers(master, to) {
  const layer = (name) => master.replace('.png', `.${name}.png`);
  if (!existsSync(layer('sky'))) throw new Error(`${basename(master)} has no layers`);
  const { width } = await sharp(master).metadata();
  const shrunk = (name, share, blur) => {
    const picture = sharp(layer(name)).removeAlpha();
    return picture.resize(Math.round(width * share), null, { kernel: 'lanczos3' }).blur(blur).png().toBuffer();
  };
  await write(await shrunk('sky', 0.5, 1.2), `${to}.sky`, { avif: 50, webp: 70 });
  // the wide one is most of what a desk loads for its first screen
  await write(layer('plate'), `${to}.plate`, { avif: width > 1000 ? 44 : 50, webp: 72 });
  await write(await sharp(layer('neon')).removeAlpha().png().toBuffer(), `${to}.neon`, { avif: 42, webp: 62 });
  await write(layer('car'), `${to}.car`, { avif: 52, webp: 78 });
  await write(await sharp(layer('tail')).removeAlpha().png().toBuffer(), `${to}.tail`, { avif: 45, webp: 66 });
  await write(await shrunk('depth', 1 / 3, 1.1), `${to}.depth`, { avif: 55, webp: 70 });
}

/** The coin beside a sum: 96 px, as WebP alone, which at this size is as small. */
export async function encodeSmall(master, to) {
  const picture = await cut(master, await squareOf(master), 96);
  await sharp(picture).webp({ quality: 80, effort: 6 }).toFile(`${to}.webp`);
}
