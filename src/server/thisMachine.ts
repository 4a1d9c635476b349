import type { FastifyRequest } from 'fastify';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Whether a request was made on this machine, and not through a proxy on it. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { 'x-forwarded-for': forwardedFor, forwarded } = request.headers;
  return (
    LOOPBACK.has(request.socket.remoteAddress ?? '') && forwardedFor === undefined && forwarded === undefined
  );
}
