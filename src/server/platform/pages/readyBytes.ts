import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { cachedByHeader } from '#/server/platform/kernel/cached.ts';
import { endOfTurn } from './endOfTurn.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Compresses about as well as gzip's best level, and faster. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export type Encoding = 'br' | 'gzip' | 'identity';

/** What is sent to many and costs nothing to make again. */
export interface Ready {
  /** Its media type. */
  type: string;
  /** Returns the encoding to send to a reader who accepts this one. */
  encodingFor: (accepted: Encoding) => Encoding;
  /** Returns the validator of the bytes in an encoding. */
  etagOf: (encoding: Encoding) => string;
  bytesIn: (encoding: Encoding) => Buffer | Promise<Buffer>;
}

/** Length of the header that is read. */
const MAX_CHARACTERS = 300;
const bestEncoding = cachedByHeader((header: string): Encoding => {
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['br', 'gzip']);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity';
});
const acceptedBy = ({ headers }: FastifyRequest) =>
  bestEncoding((headers['accept-encoding'] ?? '').slice(0, MAX_CHARACTERS));

async function compress(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return toBrotli(text, BROTLI);
  return encoding === 'gzip' ? toGzip(text) : Buffer.from(text);
}

/** Makes the strong validators (RFC 9110, 8.8.3) of a content. Each encoding has its own, because its bytes differ. */
export function etagsOf(content: string | Buffer): Ready['etagOf'] {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return (encoding) => `"${hash}-${encoding}"`;
}

/** A text that is sent to many, compressed once for each encoding. */
export class ReadyBytes implements Ready {
  readonly type: string;
  readonly #text: string;
  readonly etagOf: Ready['etagOf'];
  readonly #bytes = new Map<Encoding, Buffer | Promise<Buffer>>();

  /** @param type its media type */
  constructor(text: string, type: string) {
    this.type = type;
    this.#text = text;
    this.etagOf = etagsOf(text);
  }

  /** A text can be sent in every encoding. */
  encodingFor(accepted: Encoding): Encoding {
    return accepted;
  }

  /** The bytes, at once if they were made before. */
  bytesIn(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.#bytes.get(encoding);
    if (known) return known;
    const made = compress(this.#text, encoding).then((bytes) => {
      this.#bytes.set(encoding, bytes);
      return bytes;
    });
    this.#bytes.set(encoding, made);
    made.catch(() => this.#bytes.delete(encoding));
    return made;
  }
}

/**
 * Sends ready bytes in an encoding that the reader accepts, or 304 if the reader has them already.
 * @param vary headers besides Accept-Encoding on which the answer depends
 */
export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: Ready,
  vary?: string,
): Promise<FastifyReply> {
  const encoding = ready.encodingFor(acceptedBy(request));
  const headers: Record<string, string> = {
    vary: vary ? `accept-encoding, ${vary}` : 'accept-encoding',
    'content-type': ready.type,
  };
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  void reply.headers(headers);
  if (reply.statusCode === 200) {
    const etag = ready.etagOf(encoding);
    void reply.header('etag', etag);
    if (isKnown(request.headers['if-none-match'], etag)) void reply.code(304);
  }
  const bytes = reply.statusCode === 304 ? undefined : await ready.bytesIn(encoding);
  await endOfTurn();
  return reply.send(bytes);
}

/** Sends a text made for one request, in a compression that the browser accepts. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const encoding = acceptedBy(request);
  void reply.header('vary', 'accept-encoding');
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(encoding === 'identity' ? text : await compress(text, encoding));
}

/** Whether If-None-Match names the validator. Proxies that compress make it weak, which means the same here. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return (
    header === etag ||
    header === '*' ||
    header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  );
}
