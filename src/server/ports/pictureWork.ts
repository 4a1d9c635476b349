import type { UploadKind } from '#/contract/operator/catalogue/uploads.ts';

export interface EncodedPicture {
  /** Side of the uploaded picture. */
  sourcePx: number;
  files: { px: number; format: 'avif' | 'webp'; bytes: Buffer }[];
}

/** Width and height of the picture of a link preview, also that of a shared prize or of a case. */
export const SHARED_PICTURE_PX = { width: 1200, height: 630 };

/** The picture of a link to one thing: a shared prize, or a case. Colours are `#rrggbb`. */
export interface LinkPicture {
  /** Files with the rendered thing, and with the white mask of its rim light if it has one. */
  art: Buffer;
  rim: Buffer | undefined;
  /** Colour of the light behind the thing, of its rim and of the rank. */
  color: string;
  /** The line above the name. */
  kicker: string;
  name: string;
  /** Colours of the marks in front of the rank. */
  marks: readonly string[];
  rank: string;
  /** The last line. */
  facts: string;
}

/** Work on pictures, done outside the process of the site. */
export interface PictureWork {
  /**
   * Checks an uploaded file and encodes its picture in the sizes of its kind (O20).
   * @param declared content type of the request, compared with the file if it is a picture's
   * @throws AppError with the code of the mistake; pictureGivenUp if the work crashed or took too much time or memory; busy
   *   if it could not begin
   */
  encode: (file: Buffer, kind: UploadKind, declared?: string) => Promise<EncodedPicture>;
  /**
   * Draws the picture of a link (C14, S25).
   * @returns a PNG
   * @throws AppError busy
   */
  draw: (picture: LinkPicture) => Promise<Buffer>;
  /** Ends the processes. Unfinished work is answered with busy. */
  stop: () => void;
}
