import type { UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { PICTURE_PX } from '#/contract/uploadedPicture.ts';
import type { EncodedPicture } from '#/server/ports/pictureWork.ts';
import { readContents } from './pictureFormat.ts';

/** Most bytes of an encoded file; those of the site have a tenth. */
const FILE_MAX_BYTES = 2 * 1024 * 1024;
export const ENCODED_FORMATS = ['avif', 'webp'] as const;
/** Sides of the files of a picture, px. */
export const ENCODED_SIZES: Readonly<Record<UploadKind, readonly number[]>> = {
  cases: [PICTURE_PX.casePage, PICTURE_PX.caseCard],
  items: [PICTURE_PX.thing, PICTURE_PX.rim],
  products: [PICTURE_PX.thing],
  referral: [PICTURE_PX.thing],
};

/** Whether a file by its bytes is a single picture of this format. */
export function isPictureFile(bytes: Buffer, format: 'avif' | 'webp'): boolean {
  const contents = readContents(bytes);
  return (
    bytes.length <= FILE_MAX_BYTES && contents?.format === format && !contents.isAnimated && contents.isWhole
  );
}

/** Whether a picture has exactly the files of its kind. */
export function hasFilesOf(kind: UploadKind, { files }: EncodedPicture): boolean {
  const wanted = ENCODED_SIZES[kind].flatMap((px) => ENCODED_FORMATS.map((format) => `${px} ${format}`));
  return (
    files.map(({ px, format }) => `${px} ${format}`).join() === wanted.join() &&
    files.every(({ bytes, format }) => isPictureFile(bytes, format))
  );
}
