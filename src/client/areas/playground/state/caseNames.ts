/** The names of all pictures of cases that there are. */
export const caseNames: readonly string[] = Object.keys(
  import.meta.glob('../../../../../assets/cases/*.open.avif'),
).map((path) => path.replace(/.*\/(.*)\.open\.avif$/, '$1'));
