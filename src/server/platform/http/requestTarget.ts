/**
 * What a request asks for, as the routes read it. Its line may name the whole address (RFC 9112, 3.2.2), of which the path
 * is left; a path that is no UTF-8 is taken literally, so that it is missing like any other address that never was.
 */
export function requestTarget(url: string): string {
  const target = url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '');
  const [path = ''] = target.split('?', 1);
  return isUtf8(path) ? target : path.replaceAll('%', '%25') + target.slice(path.length);
}

function isUtf8(path: string): boolean {
  try {
    // its answer is used, or a bundler takes the call for one without an effect and leaves it out
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
