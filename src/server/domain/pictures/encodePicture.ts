import { UPLOAD_MAX_PX, UPLOAD_MIN_PX, type UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { PICTURE_PX } from '#/contract/uploadedPicture.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { EncodedPicture } from '#/server/ports/pictureWork.ts';
import { isPictureFile } from './encodedFiles.ts';
import type { PictureFormat } from './pictureFormat.ts';
import { type Pixels, rimOf } from './rimLight.ts';
import { sharp, type Sharp } from './safeSharp.ts';

/** Time limit of one step in seconds: decoding, or encoding one file. */
const STEP_SECONDS = 10;
/** Names of the four formats in sharp. */
const DECODERS = { png: 'png', jpeg: 'jpeg', webp: 'webp', avif: 'heif' };
/** Quality of the encoded files, the same as of the site's own pictures. */
const QUALITY = {
  thing: { avif: 50, webp: 66, alpha: 70 },
  case: { avif: 50, webp: 70, alpha: 80 },
  rim: { avif: 28, webp: 10, alpha: 20 },
};
const AVIF_EFFORT = 3;
/** Alpha below which a pixel counts as transparent, and the least share of such pixels around a prize. */
const CLEAR_ALPHA = 16;
const LEAST_CLEAR = 0.01;

/**
 * Decodes an uploaded file and encodes its picture in the sizes of its kind (O20). Metadata of the file are not kept. Only
 * the process of pictures calls it (`pictureProcess.ts`).
 * @param format of the file by its bytes
 * @throws AppError with the code of the mistake
 */
export async function encodePicture(
  file: Buffer,
  kind: UploadKind,
  format: PictureFormat,
): Promise<EncodedPicture> {
  const sourcePx = await sideOf(file, format);
  if (kind === 'cases') {
    const page = await decode(file, PICTURE_PX.casePage);
    const card = await resize(page, PICTURE_PX.caseCard);
    return { sourcePx, files: [...(await write(page, 'case')), ...(await write(card, 'case'))] };
  }
  const thing = await decode(file, PICTURE_PX.thing);
  if (kind !== 'items') return { sourcePx, files: await write(thing, 'thing') };
  if (clearShare(thing) < LEAST_CLEAR) fail('pictureNeedsAlpha');
  const rim = rimOf(await resize(thing, PICTURE_PX.rim));
  return { sourcePx, files: [...(await write(thing, 'thing')), ...(await write(rim, 'rim'))] };
}

/** Whether a file is a picture as `encodePicture` writes them: a single square of a size, with nothing after it. */
export async function isEncoded(
  file: Buffer,
  { px, format }: { px: number; format: 'avif' | 'webp' },
): Promise<boolean> {
  if (!isPictureFile(file, format)) return false;
  const head = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  return head?.format === DECODERS[format] && head.width === px && head.height === px;
}

/** Reads the head of a picture, without decoding it. */
async function sideOf(file: Buffer, format: PictureFormat): Promise<number> {
  // the size is checked below, because it has an error code of its own
  const head = await orBroken(sharp(file, { limitInputPixels: false }).metadata());
  if (head.format !== DECODERS[format]) fail('pictureLies');
  const { width, height } = head;
  if (Math.max(width, height) > UPLOAD_MAX_PX || Math.min(width, height) < UPLOAD_MIN_PX)
    fail('pictureSides');
  if (width !== height) fail('pictureNotSquare');
  if ((head.pages ?? 1) > 1) fail('pictureAnimated');
  return width;
}

const open = (file: Buffer): Sharp =>
  sharp(file, { failOn: 'error', limitInputPixels: UPLOAD_MAX_PX ** 2, sequentialRead: true }).timeout({
    seconds: STEP_SECONDS,
  });

const opened = ({ data, px }: Pixels): Sharp =>
  sharp(data, { raw: { width: px, height: px, channels: 4 } }).timeout({ seconds: STEP_SECONDS });

const decode = (file: Buffer, px: number): Promise<Pixels> => pixelsOf(open(file).autoOrient(), px);
const resize = (picture: Pixels, px: number): Promise<Pixels> => pixelsOf(opened(picture), px);

async function pixelsOf(picture: Sharp, px: number): Promise<Pixels> {
  const data = await orBroken(
    picture.resize(px, px, { fit: 'fill' }).toColourspace('srgb').ensureAlpha().raw().toBuffer(),
  );
  return data.length === px * px * 4 ? { data, px } : fail('pictureBroken');
}

async function write(picture: Pixels, as: keyof typeof QUALITY): Promise<EncodedPicture['files']> {
  const quality = QUALITY[as];
  const { px } = picture;
  const avif = await opened(picture).avif({ quality: quality.avif, effort: AVIF_EFFORT }).toBuffer();
  const webp = await opened(picture)
    .webp({ quality: quality.webp, alphaQuality: quality.alpha, smartSubsample: true })
    .toBuffer();
  return [
    { px, format: 'avif', bytes: avif },
    { px, format: 'webp', bytes: webp },
  ];
}

function clearShare({ data, px }: Pixels): number {
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) if (data[at]! < CLEAR_ALPHA) clear += 1;
  return clear / (px * px);
}

const orBroken = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => fail('pictureBroken', { cause }));
