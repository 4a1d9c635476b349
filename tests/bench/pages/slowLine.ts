import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** What Lighthouse calls slow 4G. */
const LATENCY_MS = 150;
const BYTES_PER_MS = (1.6 * 1024 * 1024) / 8 / 1000;
/** Answers under way at the same time share the line in pieces of this size. */
const PIECE_BYTES = 4096;

const toBrotli = promisify(brotliCompress);
/** The quality with which the site compresses its documents. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Asks for a document without its code, as its query. */
export const BARE = 'bare';

const CODE = [
  /<script [^>]*type="module"[^>]*><\/script>/g,
  /<link [^>]*rel="modulepreload"[^>]*>/g,
  /<meta name="module"[^>]*>/g,
];

/**
 * Puts a slow line in front of a site, because the browser's own throttling cannot be relied on. Every answer
 * comes over it. A document that is asked for with `?bare` comes without its code.
 * @returns its address and how to end it
 */
export async function slowLine(siteUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { hostname, port } = new URL(siteUrl);
  let freeAtMs = 0;
  const send = async (piece: Buffer, answer: ServerResponse) => {
    const nowMs = performance.now();
    freeAtMs = Math.max(freeAtMs, nowMs) + piece.byteLength / BYTES_PER_MS;
    await setTimeout(freeAtMs - nowMs);
    if (!answer.destroyed) answer.write(piece);
  };
  const sendAll = async (body: AsyncIterable<Buffer> | Iterable<Buffer>, answer: ServerResponse) => {
    for await (const part of body)
      for (let from = 0; from < part.byteLength; from += PIECE_BYTES)
        await send(part.subarray(from, from + PIECE_BYTES), answer);
    answer.end();
  };
  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    const isBare = new URL(asked.url ?? '', siteUrl).searchParams.has(BARE);
    await setTimeout(LATENCY_MS);
    const reply = await forward(asked, { hostname, port }, isBare ? { 'accept-encoding': 'identity' } : {});
    const body = isBare ? [await bareOf(reply)] : reply;
    const changed = isBare ? { 'content-encoding': 'br', 'content-length': undefined } : {};
    const headers = Object.entries({ ...reply.headers, ...changed }).filter(
      ([, value]) => value !== undefined,
    );
    answer.writeHead(reply.statusCode ?? 502, Object.fromEntries(headers));
    answer.flushHeaders();
    await sendAll(body, answer);
  };
  const proxy = createServer((asked, answer) => void pass(asked, answer).catch(() => answer.destroy()));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    const closed = new Promise((resolve) => proxy.close(resolve));
    proxy.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, stop };
}

function forward(
  asked: IncomingMessage,
  to: { hostname: string; port: string },
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url: path } = asked;
    const onward = request({ ...to, method, path, headers: { ...asked.headers, ...headers } }, resolve);
    onward.on('error', reject);
    asked.pipe(onward);
  });
}

async function bareOf(reply: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  const html = Buffer.concat(parts).toString('utf8');
  return toBrotli(
    CODE.reduce((text, code) => text.replaceAll(code, ''), html),
    BROTLI,
  );
}
