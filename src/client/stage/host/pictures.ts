const loads = new Map<string, Promise<HTMLImageElement | null>>();
/** Set once a first choice could not be decoded but its fallback could. Then only fallbacks are loaded. */
let areFirstChoicesRefused = false;

/**
 * Loads and decodes a picture; null if that fails. A picture is loaded once, a failed one again at the next call.
 * @param fallbackUrl the same picture in a format that every browser knows
 */
export async function loadPicture(url: string, fallbackUrl?: string): Promise<HTMLImageElement | null> {
  const first = fallbackUrl && areFirstChoicesRefused ? null : await decoded(url);
  if (first || !fallbackUrl) return first;
  const second = await decoded(fallbackUrl);
  if (second) areFirstChoicesRefused = true;
  return second;
}

function decoded(url: string): Promise<HTMLImageElement | null> {
  const known = loads.get(url);
  if (known) return known;
  const image = new Image();
  // otherwise a picture of another origin makes the whole atlas unreadable
  image.crossOrigin = 'anonymous';
  image.src = url;
  const load = image.decode().then(
    () => image,
    () => {
      loads.delete(url);
      return null;
    },
  );
  loads.set(url, load);
  return load;
}

/** Resolves when `text` can be drawn in these CSS fonts, or the fonts have failed to load. */
export async function loadFonts(fonts: readonly string[], text: string): Promise<void> {
  await Promise.allSettled(fonts.map((font) => document.fonts.load(font, text)));
}
