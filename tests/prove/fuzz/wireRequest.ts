import type { HTTPMethods } from 'fastify';
import type { ServedOperation } from '../../support/app/documented.ts';
import type { FuzzRequest } from './requests.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  method: HTTPMethods;
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

export function injectOf({ method, path }: ServedOperation, request: FuzzRequest): WireRequest {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.path[name] ?? ''),
  );
  const query = request.query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return {
    method,
    url: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    headers: request.headers,
    ...(request.payload !== undefined && { payload: request.payload }),
  };
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A line for a shell that sends the request to a site on this machine. */
export function curlLine({ method, url, headers, payload }: WireRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = payload === undefined ? [] : [`--data-raw ${quoted(payload)}`];
  return ['curl -i -X', method, ...fields, ...body, quoted(`http://localhost:3000${url}`)].join(' ');
}
