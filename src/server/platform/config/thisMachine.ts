import type { FastifyRequest } from 'fastify';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Headers that proxies add. A remote sender cannot remove them. */
const OF_PROXIES = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const;

/** Whether a request was made on this machine, and not through a proxy on it. */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  return LOOPBACK.has(socket.remoteAddress ?? '') && OF_PROXIES.every((name) => headers[name] === undefined);
}

/**
 * Whether an address always leads to the machine that opens it, so that no other machine can reach the site by it.
 */
export function isUrlOfThisMachine(url: string): boolean {
  // URL has normalised every way to write an address
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
