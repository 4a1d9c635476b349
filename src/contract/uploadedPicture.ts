/** Pictures that operators have uploaded for the catalogue. All others come with the site, in assets/. */

/**
 * Sides in px of the squares in which pictures are delivered. A prize also has the white mask of
 * its rim light.
 */
export const PICTURE_PX = { thing: 384, rim: 192, caseCard: 420, casePage: 900 } as const;

/**
 * The name of an uploaded picture in a path like `items/u-0123456789abcdef`. Undefined for pictures
 * that come with the site.
 */
export const uploadedName = (path: string): string | undefined => /\/(u-[0-9a-f]{16})\b/.exec(path)?.[1];

/**
 * Address of an uploaded picture. A changed picture gets a new name, so the answer of an address
 * never changes.
 */
export const uploadedPath = (name: string, px: number, format: 'avif' | 'webp'): string =>
  `/pictures/${name}-${px}.${format}`;
