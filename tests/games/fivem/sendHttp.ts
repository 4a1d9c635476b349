import { request } from 'node:http';
import type { HttpCall } from './citizen.ts';

/** Sends a request of a game server, and passes on when the first byte of the answer is there. */
export function sendHttp({ url, data, headers, begin, answer }: HttpCall): void {
  const chunks: Buffer[] = [];
  const sent = request(url, { method: 'POST', headers }, (reply) => {
    reply.on('data', (chunk: Buffer) => {
      begin();
      chunks.push(chunk);
    });
    reply.on('end', () => answer(reply.statusCode ?? 0, Buffer.concat(chunks).toString('utf8')));
    reply.on('error', () => answer(0, ''));
  });
  sent.on('error', () => answer(0, ''));
  sent.end(data);
}
