import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';

/** The handle of the browser's session from the readable cookie; null if signed out. */
export function readToken(): string | null {
  // pages are rendered on the server for visitors who are not signed in
  const pair = globalThis.document?.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${TOKEN_COOKIE}=`));
  return pair?.slice(TOKEN_COOKIE.length + 1) || null;
}

/**
 * Calls `changed` once this page belongs to a session that the browser no longer has: another tab has signed out, or in to
 * another account (L4). Pages of visitors are not watched, because a reload would lose what they have typed.
 * @returns ends the watch
 */
export function onSessionReplaced(changed: () => void): () => void {
  const token = readToken();
  if (!token) return () => {};
  const end = new AbortController();
  const check = () => {
    // a page that is being left is hidden, and has signed out itself
    if (document.hidden || readToken() === token) return;
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
