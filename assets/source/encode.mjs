// node encode.mjs RENDERS ASSETS [NAME ...]
// RENDERS holds items/<imageName>.png, items/<imageName>.rim.png and cases/<imageName>.png as the Blender kit writes
// them. Every picture is trimmed to what can be seen, centred on a square with a margin of 5 % and written as AVIF; the
// mask of the rim light takes the box of its picture. Needs the package sharp.
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import sharp from 'sharp';

const [renders, assets, ...names] = process.argv.slice(2);
if (!renders || !assets) throw new Error('node encode.mjs RENDERS ASSETS [NAME ...]');

const ITEM_PX = 384;
const RIM_PX = 192;
const CASE_PX = 420;
const HERO_PX = 900;
const MARGIN = 1.1;
/** Alpha below this is glow, which may leave the square. */
const SEEN_ALPHA = 60;

async function seenBox(file) {
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
  return {
    side,
    left: Math.round((left + right - side) / 2),
    top: Math.round((top + bottom - side) / 2),
    width: info.width,
    height: info.height,
  };
}

/** Cuts the square out; never enlarges, because that adds weight and no detail. */
async function square(file, box, px) {
  const pad = Math.max(
    0,
    -box.left,
    -box.top,
    box.left + box.side - box.width,
    box.top + box.side - box.height,
  );
  const padded = await sharp(file)
    .ensureAlpha()
    .extend({ top: pad, bottom: pad, left: pad, right: pad, background: '#0000' })
    .toBuffer();
  return sharp(padded)
    .extract({ left: box.left + pad, top: box.top + pad, width: box.side, height: box.side })
    .resize(Math.min(px, box.side));
}

async function write(picture, file, quality) {
  await picture.avif({ quality, effort: 5 }).toFile(file);
  console.log(`${file} ${(statSync(file).size / 1024).toFixed(1)} kB`);
}

for (const kind of ['items', 'cases']) {
  const from = join(renders, kind);
  const to = join(assets, kind);
  mkdirSync(to, { recursive: true });
  for (const name of existsSync(from) ? readdirSync(from).toSorted() : []) {
    const imageName = parse(name).name;
    if (!name.endsWith('.png') || name.endsWith('.rim.png')) continue;
    if (names.length > 0 && !names.includes(imageName)) continue;
    const file = join(from, name);
    const rim = join(from, `${imageName}.rim.png`);
    const box = await seenBox(file);
    const px = kind === 'cases' ? CASE_PX : ITEM_PX;
    await write(await square(file, box, px), join(to, `${imageName}.avif`), 44);
    if (kind === 'cases') await write(await square(file, box, HERO_PX), join(to, `${imageName}.hero.avif`), 50);
    else if (existsSync(rim)) await write(await square(rim, box, RIM_PX), join(to, `${imageName}.rim.avif`), 30);
  }
}
