import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Compresses about as well as gzip's best level, and faster. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Sends a text made for one request, in a compression that the browser accepts. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const accepted = new Negotiator(request).encodings(['br', 'gzip']);
  void reply.header('vary', 'accept-encoding');
  if (accepted.includes('br'))
    return reply.header('content-encoding', 'br').send(await toBrotli(text, BROTLI));
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(await toGzip(text));
  return reply.send(text);
}
