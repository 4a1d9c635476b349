/** Masks a login for strangers: only its first and last letter, and not its length: "m•••t" (S11). */
export function maskedName(name: string): string {
  // by characters is safe, because logins are ASCII
  return `${name.at(0) ?? ''}•••${name.length > 1 ? name.at(-1) : ''}`;
}

/** Masks an address for strangers: its first letter and the domain: "m•••@example.org". */
export function maskedEmail(email: string): string {
  return `${email.at(0) ?? ''}•••${email.slice(email.lastIndexOf('@'))}`;
}

/** Masks the game's name of a player but keeps its kind: "license2:9f•••c1". */
export function maskedPlayer(player: string): string {
  const start = player.indexOf(':') + 1;
  return `${player.slice(0, start)}${player.slice(start, start + 2)}•••${player.slice(start + 2).slice(-2)}`;
}
