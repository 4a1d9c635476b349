import { readFile, writeFile } from 'node:fs/promises';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import * as z from 'zod/mini';
import { fail } from '#/server/platform/kernel/errors.ts';

const LOCAL_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOCAL_HOST = /^(localhost|127[.]0[.]0[.]1|\[::1\])(:\d+)?$/;
const LARGEST = 1_000_000;

/** Numbers by their paths, for example `roulette.spin.tilePx`. */
const numbersBody = z.record(
  z.string().check(z.regex(/^[A-Za-z]\w*([.][A-Za-z]\w*){1,6}$/)),
  z.number().check(z.nonnegative(), z.maximum(LARGEST)),
);

/**
 * Replaces numbers at some paths of a JSON text; its layout stays the same.
 * @throws RangeError if a path names no number
 */
export function patchNumbers(text: string, numbers: Readonly<Record<string, number>>): string {
  const left = new Map(Object.entries(numbers));
  const path: string[] = [];
  const patched = text.replaceAll(
    /"([^"]*)"\s*:\s*(\{|-?[\d.]+(?:e[+-]?\d+)?)|\}/gi,
    (found: string, name: string | undefined, value: string | undefined) => {
      if (name === undefined || value === undefined) {
        path.pop();
        return found;
      }
      if (value === '{') {
        path.push(name);
        return found;
      }
      const key = [...path, name].join('.');
      const wanted = left.get(key);
      if (wanted === undefined) return found;
      left.delete(key);
      return found.slice(0, found.length - value.length) + String(wanted);
    },
  );
  if (left.size > 0) throw new RangeError(`no such number: ${[...left.keys()].join(', ')}`);
  return patched;
}

/**
 * Lets the playground write into `tuning.json`. Only the development server has this address, and it answers only
 * requests from this machine.
 */
export function serveTuningFile(app: FastifyInstance, filePath: string): void {
  // looked up at each request, because the plugin of the token is registered later
  const guarded: onRequestHookHandler = (request, reply, done) => app.csrfProtection(request, reply, done);
  app.put('/playground/tuning', { onRequest: guarded }, async (request, reply) => {
    // a host name that leads to this machine does not prove that the page comes from this machine
    if (!LOCAL_ADDRESSES.has(request.ip) || !LOCAL_HOST.test(request.headers.host ?? '')) fail('notFound');
    const parsed = z.safeParse(numbersBody, request.body);
    if (!parsed.success) return fail('badRequest');
    const text = await readFile(filePath, 'utf8');
    let patched: string;
    try {
      patched = patchNumbers(text, parsed.data);
    } catch {
      return fail('badRequest');
    }
    await writeFile(filePath, patched);
    return reply.code(204).send();
  });
}
