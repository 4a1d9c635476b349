/** Detects the format of uploaded files by their bytes. The file's name is never used. */

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif';

interface Contents {
  format: PictureFormat;
  isAnimated: boolean;
  /** Whether the picture ends at the end of the file, so that no other data follow it. */
  isWhole: boolean;
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

/** Detects the format of a file; undefined if it is none of the four. */
export function readContents(file: Buffer): Contents | undefined {
  if (file.subarray(0, PNG_START.length).equals(PNG_START)) return { format: 'png', ...readPng(file) };
  if (file.length >= 3 && file.readUIntBE(0, 3) === 0xffd8ff)
    return { format: 'jpeg', isAnimated: false, isWhole: jpegEnd(file) === file.length };
  if (textAt(file, 0) === 'RIFF' && textAt(file, 8) === 'WEBP') return { format: 'webp', ...readWebp(file) };
  if (textAt(file, 4) === 'ftyp') return readAvif(file);
  return undefined;
}

const textAt = (file: Buffer, at: number): string => file.toString('latin1', at, at + 4);

interface Chunk {
  name: string;
  /** Range of the chunk's data. */
  start: number;
  end: number;
}

/**
 * Lists the chunks of a file from a position to its end.
 * @param next reads the chunk at a position, and where the next one begins
 * @returns null if a chunk is cut off or malformed
 */
function chunksOf(
  file: Buffer,
  from: number,
  next: (at: number) => Chunk & { after: number },
): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = from; at < file.length;) {
    if (at + 8 > file.length) return null;
    const { after, ...chunk } = next(at);
    if (chunk.end < chunk.start || after > file.length || after <= at) return null;
    chunks.push(chunk);
    at = after;
  }
  return chunks;
}

type Told = Omit<Contents, 'format'>;
const NOT_WHOLE: Told = { isAnimated: false, isWhole: false };

function readPng(file: Buffer): Told {
  const chunks = chunksOf(file, PNG_START.length, (at) => {
    const start = at + 8;
    const end = start + file.readUInt32BE(at);
    return { name: textAt(file, at + 4), start, end, after: end + 4 };
  });
  if (!chunks) return NOT_WHOLE;
  const isWhole = chunks.findIndex(({ name }) => name === 'IEND') === chunks.length - 1;
  return { isAnimated: chunks.some(({ name }) => name === 'acTL'), isWhole };
}

function readWebp(file: Buffer): Told {
  if (file.readUInt32LE(4) + 8 !== file.length) return NOT_WHOLE;
  const chunks = chunksOf(file, 12, (at) => {
    const start = at + 8;
    const end = start + file.readUInt32LE(at + 4);
    // chunks have an even length
    return { name: textAt(file, at), start, end, after: end + (end % 2) };
  });
  if (!chunks) return NOT_WHOLE;
  return { isAnimated: chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF'), isWhole: true };
}

/** Allowed top-level boxes of an AVIF file; one of them has the picture. */
const AVIF_BOXES = new Set(['ftyp', 'meta', 'mdat', 'free', 'skip', 'moov']);

function readAvif(file: Buffer): Contents | undefined {
  const boxes = chunksOf(file, 0, (at) => {
    const size = file.readUInt32BE(at);
    const end = size === 0 ? file.length : at + size;
    return { name: textAt(file, at + 4), start: at + 8, end, after: end };
  });
  const [type] = boxes ?? [];
  const brandCount = Math.floor(((type?.end ?? Math.min(file.readUInt32BE(0), file.length)) - 8) / 4);
  const brands = new Set(
    Array.from({ length: Math.max(0, brandCount) }, (_, at) => textAt(file, 8 + at * 4)),
  );
  if (!brands.has('avif') && !brands.has('avis')) return undefined;
  const isAnimated = brands.has('avis') || (boxes ?? []).some(({ name }) => name === 'moov');
  const isWhole = Boolean(boxes?.every(({ name }) => AVIF_BOXES.has(name)));
  return { format: 'avif', isAnimated, isWhole };
}

const JPEG = { start: 0xd8, end: 0xd9, scan: 0xda, firstRestart: 0xd0, lastRestart: 0xd7, stuffed: 0 };

/** Returns the end of a JPEG; -1 if it has none. */
function jpegEnd(file: Buffer): number {
  for (let at = 2; at + 1 < file.length;) {
    if (file[at] !== 0xff) return -1;
    const marker = file[at + 1]!;
    if (marker === JPEG.end) return at + 2;
    if (marker === 0xff) at += 1;
    else if (at + 4 > file.length) return -1;
    else {
      at += 2 + file.readUInt16BE(at + 2);
      if (marker === JPEG.scan) at = scanEnd(file, at);
    }
  }
  return -1;
}

/** Returns the end of a scan's compressed data: the next marker that is neither stuffing nor a restart. */
function scanEnd(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const marker = file[at + 1];
    const isData =
      marker === JPEG.stuffed ||
      (marker !== undefined && marker >= JPEG.firstRestart && marker <= JPEG.lastRestart);
    if (!isData) return at;
  }
  return file.length;
}
