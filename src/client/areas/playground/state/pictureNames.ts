/** The names of all pictures of prizes that there are. */
export const prizeNames: readonly string[] = Object.keys(
  import.meta.glob('../../../../../assets/items/*.rim.avif'),
).map((path) => path.replace(/.*\/(.*)\.rim\.avif$/, '$1'));

/** The names of all pictures of cases that there are. */
export const caseNames: readonly string[] = Object.keys(
  import.meta.glob('../../../../../assets/cases/*.open.avif'),
).map((path) => path.replace(/.*\/(.*)\.open\.avif$/, '$1'));
