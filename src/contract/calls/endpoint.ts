import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/** One call of the site. `effect` endpoints take an `Idempotency-Key` header (TRUST.md, Money). */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** As SEED.md section 7 writes it; a trailing slash may be given or left out. */
  path: string;
  /** public: anyone; session: a live session, else 401; csrf: same origin with the page's token. */
  access: 'public' | 'session' | 'csrf';
  effect?: true;
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

/** What a caller hands over. */
export type InputOf<E extends Endpoint> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>;
/** What the handler receives after validation. */
export type ParsedOf<E extends Endpoint> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>;
/** What comes back. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
