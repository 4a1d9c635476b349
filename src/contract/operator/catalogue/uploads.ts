import * as z from 'zod/mini';

/** Kinds of pictures that can be uploaded, each a folder of assets/ with pictures of the same sizes. */
export const UPLOAD_KINDS = ['cases', 'items', 'products', 'referral'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];

/** Most bytes of an uploaded file, and the shortest and longest side of its picture, px. */
export const UPLOAD_MAX_BYTES = 8 * 1024 * 1024;
export const UPLOAD_MIN_PX = 384;
export const UPLOAD_MAX_PX = 4096;

/** The body of an upload is the file itself. */
export const uploadQuery = z.strictObject({ kind: z.enum(UPLOAD_KINDS) });
/** Name of the picture with its kind, as catalogues use it: `items/u-0123456789abcdef`. */
export const uploadReply = z.object({ name: z.string() });
