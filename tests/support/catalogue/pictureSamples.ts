import sharp, { type Sharp } from 'sharp';

interface Look {
  px?: number;
  height?: number;
  /** Red, green and blue. */
  fill?: [number, number, number];
}

/** A disc on a transparent background, like the pictures of prizes. */
export function disc({ px = 512, height = px, fill = [200, 130, 0] }: Look = {}): Sharp {
  const radius = Math.min(px, height) * 0.4;
  const data = Buffer.alloc(px * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < px; x += 1)
      if (Math.hypot(x - px / 2, y - height / 2) < radius) data.set([...fill, 255], (y * px + x) * 4);
  return sharp(data, { raw: { width: px, height, channels: 4 } });
}

/** A picture without a transparent background. */
export const opaque = (px = 512): Sharp =>
  sharp({ create: { width: px, height: px, channels: 3, background: '#357' } });

/** The head of a PNG that claims a size, with no data behind it, like a decompression bomb. */
export async function claimingPng(px: number): Promise<Buffer> {
  const png = await opaque(16).png().toBuffer();
  png.writeUInt32BE(px, 16);
  png.writeUInt32BE(px, 20);
  png.writeInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** Puts a chunk into a PNG, behind its head. */
export function withPngChunk(png: Buffer, name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, 33), size, body, crc, png.subarray(33)]);
}

/** The check sum of PNG chunks, as a signed number. */
function crc32(bytes: Buffer): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}
