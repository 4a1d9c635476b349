import type { FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { fail } from './errors.ts';

/**
 * Lets only a script of our own pages, or a client that is no browser, pass to a GET that has an effect: no address bar,
 * link, picture, frame, prefetch or foreign page sets it off (TRUST.md). That it brings its bearer is asked for besides.
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
