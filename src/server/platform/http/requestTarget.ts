/**
 * Normalises the target of a request for the router. The request line may hold a whole address (RFC 9112, 3.2.2);
 * only its path is kept. A path that is not valid UTF-8 is taken literally, so that it gets a 404.
 */
export function requestTarget(url: string): string {
  // nearly all of them
  if (url.startsWith('/') && !url.includes('%')) return url;
  const target = url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '');
  const [path = ''] = target.split('?', 1);
  return isUtf8(path) ? target : path.replaceAll('%', '%25') + target.slice(path.length);
}

function isUtf8(path: string): boolean {
  try {
    // the result is used, because a bundler would remove the call as one without an effect
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
