/** Random text of 32 characters has more different ones, also in hexadecimal digits. */
const MIN_DIFFERENT = 8;

/**
 * Whether a secret was typed rather than drawn: few different characters, a repeated part, or a row such as
 * "0123456789". It cannot tell a sentence from random text.
 */
export function isWeakSecret(secret: string): boolean {
  return new Set(secret).size < MIN_DIFFERENT || isRepeated(secret) || isRow(secret);
}

/** Whether a part of at most half the length is repeated to the end. */
const isRepeated = (secret: string): boolean =>
  Array.from({ length: Math.floor(secret.length / 2) }, (_, at) => at + 1).some(
    (length) =>
      secret ===
      secret
        .slice(0, length)
        .repeat(Math.ceil(secret.length / length))
        .slice(0, secret.length),
  );

/** Whether at least half of the characters follow their neighbour, up or down. */
function isRow(secret: string): boolean {
  let following = 0;
  for (let at = 1; at < secret.length; at++)
    if (Math.abs(secret.charCodeAt(at) - secret.charCodeAt(at - 1)) <= 1) following += 1;
  return following * 2 >= secret.length;
}
