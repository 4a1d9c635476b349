/** A square picture in memory, four bytes a pixel. */
export interface Pixels {
  data: Buffer;
  px: number;
}

/** Depth of the light from the outline, as a share of the side. */
const REACH = 1 / 64;
const STRENGTH = 1.4;

/**
 * Returns the mask of a prize's rim light: white, and opaque near the outline. The page tints it with the rarity. The
 * site's own pictures have masks from their renders; for uploaded ones only the outline is known.
 */
export function rimOf({ data, px }: Pixels): Pixels {
  const reach = Math.max(1, Math.round(px * REACH));
  const inner = blurred(blurred(alphaOf(data), px, reach, 1), px, reach, px);
  const rim = Buffer.alloc(data.length, 0xff);
  for (let at = 0; at < inner.length; at += 1) {
    const alpha = data[at * 4 + 3]!;
    rim[at * 4 + 3] = Math.min(255, Math.max(0, (alpha - inner[at]!) * STRENGTH));
  }
  return { data: rim, px };
}

const alphaOf = (data: Buffer): Float32Array =>
  Float32Array.from({ length: data.length / 4 }, (_, at) => data[at * 4 + 3]!);

/**
 * Averages each value with its neighbours on a line.
 * @param step distance from one value to the next
 */
function blurred(values: Float32Array, px: number, reach: number, step: number): Float32Array {
  const across = step === 1 ? px : 1;
  const out = new Float32Array(values.length);
  for (let line = 0; line < px; line += 1)
    for (let place = 0; place < px; place += 1) {
      let sum = 0;
      for (let near = place - reach; near <= place + reach; near += 1)
        sum += values[line * across + Math.min(px - 1, Math.max(0, near)) * step]!;
      out[line * across + place * step] = sum / (2 * reach + 1);
    }
  return out;
}
