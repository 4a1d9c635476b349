/** A login of which a stranger sees the first and the last letter, and not even its length: "m•••t" (S11). */
export function maskedName(name: string): string {
  // logins are ASCII
  return `${name.at(0) ?? ''}•••${name.length > 1 ? name.at(-1) : ''}`;
}
