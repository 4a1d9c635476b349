import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/** A call of the API. Endpoints with `effect` accept an `Idempotency-Key` header (ID1). */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** As in the specification. A trailing slash is optional. */
  path: string;
  /** public: anybody; session: a live session, otherwise 401; csrf: same origin with the page's token. */
  access: 'public' | 'session' | 'csrf';
  effect?: true;
  /** A GET whose answer is the same for everybody. It has a validator, and 304 answers those who have it. */
  shared?: true;
  /** A GET that also writes. It needs no key, and is refused in read-only mode. */
  writes?: true;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  reply: Schema;
}

type Part<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body',
  Side extends 'input' | 'output',
> = E[K] extends Schema ? { [P in K]: Side extends 'input' ? z.input<E[K]> : z.output<E[K]> } : unknown;

/** The input as the caller gives it. */
export type InputOf<E extends Endpoint> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>;
/** The input after validation, for the handler. */
export type ParsedOf<E extends Endpoint> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>;
/** The answer. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
