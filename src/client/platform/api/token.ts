import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';

/** The handle of the browser's session from the readable cookie; null if signed out. */
export function readToken(): string | null {
  // pages are rendered on the server for visitors who are not signed in
  const pair = globalThis.document?.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${TOKEN_COOKIE}=`));
  return pair?.slice(TOKEN_COOKIE.length + 1) || null;
}

/** Handle of the first session that this page has used; null while it is a visitor's. */
let pageToken: string | null = null;

/**
 * Returns the session's handle for a request. From the first one on, the page belongs to that session: a visitor's page
 * becomes a player's when another tab has signed in.
 */
export function tokenOfRequest(): string | null {
  const token = readToken();
  pageToken ??= token;
  return token;
}

/**
 * Calls `changed` once this page belongs to a session that the browser no longer has: another tab has signed out, or in to
 * another account (L4). Pages of visitors are not watched, because a reload would lose what they have typed.
 * @returns ends the watch
 */
export function onSessionReplaced(changed: () => void): () => void {
  pageToken = readToken();
  const end = new AbortController();
  const check = () => {
    // a page that is being left is hidden, and has signed out itself
    if (document.hidden || pageToken === null || readToken() === pageToken) return;
    end.abort();
    changed();
  };
  const { signal } = end;
  // signing out clears the storage, which other tabs are told of
  addEventListener('storage', check, { signal });
  // the back button shows a page as it was left
  addEventListener('pageshow', check, { signal });
  document.addEventListener('visibilitychange', check, { signal });
  return () => end.abort();
}
