// node icons.mjs
// The mark of favicon.svg for everything that does not take an SVG, into ../brand. Needs the package sharp.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const brand = join(import.meta.dirname, '../brand');
const mark = readFileSync(join(brand, 'favicon.svg'));
const SODIUM = '#ff9a2e';
const INK = '#070b0d';
const VIEW_BOX_PX = 38;

const markAt = (px) =>
  sharp(mark, { density: (72 * px) / VIEW_BOX_PX }).resize(px, px).png({ compressionLevel: 9 }).toBuffer();

/** The mark in the middle of a square that fills its place. */
const onGround = async (px, share, background) =>
  sharp({ create: { width: px, height: px, channels: 4, background } })
    .composite([{ input: await markAt(Math.round(px * share)) }])
    .removeAlpha()
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** An .ico that holds PNGs. */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { px, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(px, at);
    head.writeUInt8(px, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

const write = (name, data) => writeFileSync(join(brand, name), data);
const small = await Promise.all([16, 32, 48].map(async (px) => ({ px, png: await markAt(px) })));
write('favicon.ico', ico(small));
// iOS rounds the corners itself, so the ground is ink and the cut corners stay
write('apple-touch-icon.png', await onGround(180, 0.68, INK));
write('icon-192.png', await markAt(192));
write('icon-512.png', await markAt(512));
// a launcher may cut a circle of 80 % out of it; sodium to the edges hides where the mark ends
write('icon-maskable-512.png', await onGround(512, 0.84, SODIUM));
