// node noise.mjs OUT.png
// A tile of film grain, black and white of changing strength. Needs the package sharp.
import sharp from 'sharp';

const [out] = process.argv.slice(2);
if (!out) throw new Error('node noise.mjs OUT.png');

const SIZE_PX = 160;
const STRONGEST_ALPHA = 46;
let seed = 11;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;

const pixels = Buffer.alloc(SIZE_PX * SIZE_PX * 4);
for (let i = 0; i < pixels.length; i += 4) {
  const value = (random() + random() + random()) / 3;
  pixels.fill(value > 0.5 ? 255 : 0, i, i + 3);
  pixels[i + 3] = Math.abs(value - 0.5) * 2 * STRONGEST_ALPHA;
}
await sharp(pixels, { raw: { width: SIZE_PX, height: SIZE_PX, channels: 4 } })
  .png({ palette: true, colours: 16 })
  .toFile(out);
