import { UPLOAD_KINDS, type UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { uploadedName } from '#/contract/uploadedPicture.ts';

const kindOf = (name: string): string => name.slice(0, name.indexOf('/'));

/** The name without its kind, for example `sultan`. */
export const shortName = (name: string): string => name.slice(name.indexOf('/') + 1);

/**
 * Finds the pictures of some kinds whose names contain the search text: the uploaded ones, and those that come with
 * the site.
 */
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
 * Chooses the kind under which a picture for a field is uploaded. If a field accepts several kinds, it is not the
 * kind of prizes, because prizes need a transparent background.
 */
export function uploadKindOf(kinds: readonly string[]): UploadKind {
  const able = UPLOAD_KINDS.filter((kind) => kinds.includes(kind));
  return able.find((kind) => kind === 'products' || kind === 'referral') ?? able[0] ?? 'products';
}
