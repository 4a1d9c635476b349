import type { FastifyRequest } from 'fastify';
import type { Config } from '#/server/platform/config/config.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Requires that a GET with an effect comes from a script of our own pages, or from a client that is not a browser.
 * Address bar, links, pictures, frames, prefetching and foreign pages cannot trigger it (C5). The bearer is checked
 * separately.
 * @throws AppError csrfInvalid
 */
export function refuseUnlessScript({ publicUrl }: Config, { headers }: FastifyRequest): void {
  const { origin } = headers;
  const isAllowed =
    ['same-origin', 'none', undefined].includes(textOf(headers['sec-fetch-site'])) &&
    textOf(headers['sec-fetch-mode']) !== 'navigate' &&
    ['empty', undefined].includes(textOf(headers['sec-fetch-dest'])) &&
    headers['sec-purpose'] === undefined &&
    headers['purpose'] === undefined &&
    headers['x-purpose'] === undefined &&
    headers['x-moz'] === undefined &&
    (origin === undefined || origin === new URL(publicUrl).origin);
  if (!isAllowed) fail('csrfInvalid');
}

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join() : value);
