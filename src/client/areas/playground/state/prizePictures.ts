/** The names of all pictures of prizes that there are. */
export const prizePictures: readonly string[] = Object.keys(
  import.meta.glob('../../../../../assets/items/*.rim.avif'),
).map((path) => path.replace(/.*\/(.*)\.rim\.avif$/, '$1'));
