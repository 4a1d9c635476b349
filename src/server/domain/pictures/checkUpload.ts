import { fail } from '#/server/platform/kernel/errors.ts';
import { type PictureFormat, readContents } from './pictureFormat.ts';

/**
 * Checks by the bytes of an upload that it is a single picture that does not move (O20). Nothing is decoded.
 * @param declared content type of the request, compared with the file if it is a picture's
 * @throws AppError with the code of the mistake
 */
export function checkUpload(file: Buffer, declared: string): PictureFormat {
  const contents = readContents(file);
  if (!contents) return fail('pictureKind');
  if (declared.startsWith('image/') && declared !== `image/${contents.format}`) fail('pictureLies');
  if (contents.isAnimated) fail('pictureAnimated');
  if (!contents.isWhole) fail('pictureBroken');
  return contents.format;
}
