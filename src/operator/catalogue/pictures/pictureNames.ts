import { UPLOAD_KINDS, type UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { uploadedName } from '#/contract/uploadedPicture.ts';

const kindOf = (name: string): string => name.slice(0, name.indexOf('/'));

/** The name without its kind, as `sultan`. */
export const shortName = (name: string): string => name.slice(name.indexOf('/') + 1);

/** The pictures of some kinds whose names have what is searched for: the uploaded ones, and those of the site. */
export function findPictures(
  names: readonly string[],
  kinds: readonly string[],
  search: string,
): { uploaded: string[]; ofSite: string[] } {
  const wanted = search.trim().toLowerCase();
  const found = names.filter((name) => kinds.includes(kindOf(name)) && name.includes(wanted));
  return {
    uploaded: found.filter((name) => uploadedName(name)),
    ofSite: found.filter((name) => !uploadedName(name)),
  };
}

/**
 * The kind as which a picture for a field is uploaded. Where several may stand, it is not that of prizes, which need a
 * clear ground.
 */
export function uploadKindOf(kinds: readonly string[]): UploadKind {
  const able = UPLOAD_KINDS.filter((kind) => kinds.includes(kind));
  return able.find((kind) => kind === 'products' || kind === 'referral') ?? able[0] ?? 'products';
}
