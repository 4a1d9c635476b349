/** The names of all pictures of prizes. */
export const prizeNames: readonly string[] = Object.keys(
  import.meta.glob('../../../../../assets/items/*.rim.avif'),
).map((path) => path.replace(/.*\/(.*)\.rim\.avif$/, '$1'));

/** The names of all pictures of cases. */
export const caseNames: readonly string[] = Object.keys(
  import.meta.glob('../../../../../assets/cases/*.open.avif'),
).map((path) => path.replace(/.*\/(.*)\.open\.avif$/, '$1'));
