/** Masks a login for strangers: only its first and last letter, and not its length: "m•••t" (S11). */
export function maskedName(name: string): string {
  // by characters is safe, because logins are ASCII
  return `${name.at(0) ?? ''}•••${name.length > 1 ? name.at(-1) : ''}`;
}

/** Masks an address for strangers: its first letter and the domain: "m•••@example.org". */
export function maskedEmail(email: string): string {
  return `${email.at(0) ?? ''}•••${email.slice(email.lastIndexOf('@'))}`;
}
