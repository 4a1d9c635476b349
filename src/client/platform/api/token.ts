import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';

/** The handle of the browser's session from the readable cookie; null if signed out. */
export function readToken(): string | null {
  // pages are rendered on the server for visitors who are not signed in
  const pair = globalThis.document?.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${TOKEN_COOKIE}=`));
  return pair?.slice(TOKEN_COOKIE.length + 1) || null;
}
