const loads = new Map<string, Promise<HTMLImageElement | null>>();

/** A decoded picture, or null when it cannot be had; each address is asked for once. */
export function loadPicture(url: string): Promise<HTMLImageElement | null> {
  const known = loads.get(url);
  if (known) return known;
  const image = new Image();
  // without it a picture of another origin would make the whole atlas unreadable
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

/** Resolves when the letters of `text` can be drawn in these CSS fonts, or the fonts cannot be had. */
export async function loadFonts(fonts: readonly string[], text: string): Promise<void> {
  await Promise.allSettled(fonts.map((font) => document.fonts.load(font, text)));
  await document.fonts.ready;
}
