import { randomBytes } from 'node:crypto';
import { SITE_PAGES } from '#/server/platform/pages/sitePages.ts';
import type { ServedOperation } from '../../support/app/documented.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { type Documented, requestSource, type FuzzRequest } from './requests.ts';
import { createScene, DESTRUCTIVE, HASHING } from './scene.ts';
import { curlLine, injectOf, type WireRequest } from './wireRequest.ts';
import { maliciousStrings } from './maliciousCorpus.ts';
import type { Schema } from './schemaArbitrary.ts';

export interface CorpusSize {
  /** Number of strings. */
  strings: number;
  /** Number of strings for each place; fewer where a password is hashed. */
  perPlace: number;
  perHashing: number;
}

export interface CorpusFigure {
  strings: number;
  places: number;
  requests: number;
  /** Violations by kind; at most 20 of each. */
  broken: Record<string, string[]>;
}

/** Mark of the secrets in a request: no line of the log may hold it. */
const CANARY = `canary${randomBytes(6).toString('hex')}`;
const SECRET_FIELDS = /password|token|code$|captcha|secret/;
/** Errors of PostgreSQL about statements and values that should never have reached it. */
const SQL_ERROR = /"code":"(22|23|42|XX|0A)[0-9A-Z]{3}"|syntax error at or near/;
const MOST_OF_A_KIND = 20;

const HEADERS = [
  'accept-language',
  'user-agent',
  'cookie',
  'origin',
  'referer',
  'x-forwarded-for',
  'x-forwarded-proto',
  'host',
  'accept',
  'accept-encoding',
  'if-none-match',
  'range',
  'sec-fetch-site',
  'sec-fetch-mode',
  'x-csrf-token',
  'x-request-id',
  'forwarded',
  'content-type',
  'authorization',
  'idempotency-key',
  'x-http-method-override',
  'x-original-url',
  'expect',
  'te',
  'via',
];
const SECRET_HEADERS = new Set(['cookie', 'x-csrf-token', 'authorization']);
/** An address of each kind that reads headers: a public read, a private one, an effect, pages. */
const HEADER_TARGETS: Omit<WireRequest, 'headers'>[] = [
  { method: 'GET', url: '/api/v1/servers' },
  { method: 'GET', url: '/api/v1/user' },
  { method: 'POST', url: '/api/donate/order', payload: '{}' },
  { method: 'GET', url: '/' },
  { method: 'GET', url: '/no-such-page' },
  { method: 'POST', url: '/api/payments/sandbox/webhook', payload: '{}' },
];

/** Puts the strings of the corpus into every place of every operation and of the pages (T11). */
export async function fuzzWithCorpus(
  site: TestApp,
  { ajv, check, operations }: Documented,
  logLines: readonly string[],
  { strings: count, perPlace, perHashing }: CorpusSize,
): Promise<CorpusFigure> {
  const strings = maliciousStrings(count);
  const figure: CorpusFigure = { strings: strings.length, places: 0, requests: 0, broken: {} };
  const note = (kind: string, text: string) => {
    const list = (figure.broken[kind] ??= []);
    if (list.length < MOST_OF_A_KIND) list.push(text);
  };
  let turn = 0;
  /** Takes the next strings in turn, so that all places together see each of them often. */
  const next = (wanted: number) => Array.from({ length: wanted }, () => strings[turn++ % strings.length]!);

  const send = async (request: WireRequest, payload: string, operation?: ServedOperation) => {
    figure.requests++;
    const loggedBefore = logLines.length;
    const reply = await site.app.inject(request).catch((error: unknown) => {
      // Node writes no such header, so it never leaves a client
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    if (!reply) return undefined;
    const line = curlLine(request);
    if (reply.statusCode >= 500)
      note('not_a_server_error', `${reply.statusCode} ${reply.body.slice(0, 100)} — ${line}`);
    const isHtml = String(reply.headers['content-type']).startsWith('text/html');
    if (isHtml && /[<>"']/.test(payload) && payload.length > 2 && reply.body.includes(payload))
      note('reflected', line);
    const location = reply.headers.location;
    if (location !== undefined && !/^\/(?![/\\])/.test(location)) note('redirected', `${location} — ${line}`);
    if (operation)
      for (const [kind, detail] of Object.entries(check.violationsOf(operation, reply)))
        note(kind, `${detail} — ${line}`);
    for (const logged of logLines.slice(loggedBefore)) {
      if (logged.includes(CANARY)) note('secret_in_log', `${logged.slice(0, 300)} — ${line}`);
      if (SQL_ERROR.test(logged)) note('sql_error', `${logged.slice(0, 300)} — ${line}`);
      if (logged.trimEnd().includes('\n')) note('forged_log_line', line);
    }
    return reply;
  };

  for (const operation of operations) {
    if (operation.operationId === 'live') continue;
    const source = requestSource(ajv, operation);
    let scene = await createScene(site, operation);
    const places = placesOf(operation);
    figure.places += places.length;
    for (const place of places)
      for (const text of next(HASHING.test(operation.operationId) ? perHashing : perPlace)) {
        const payload = SECRET_FIELDS.test(place.name) ? `${text}${CANARY}` : text;
        const [valid] = source.valid(scene.hints, 1, turn);
        const request = injectOf(
          operation,
          place.put({ ...valid!, headers: { ...valid!.headers, ...scene.headers } }, payload),
        );
        const reply = await send(request, payload, operation);
        if (reply && reply.statusCode < 300 && DESTRUCTIVE.has(operation.operationId))
          scene = await createScene(site, operation);
        if (turn % 50 === 0) await site.pool.query('DELETE FROM budgets');
      }
  }
  for (const header of HEADERS)
    for (const target of HEADER_TARGETS) {
      figure.places++;
      for (const text of next(perPlace)) {
        // as Node's parser would hand it over
        const value = Buffer.from(SECRET_HEADERS.has(header) ? `${text}${CANARY}` : text)
          .toString('latin1')
          .replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '');
        if (value.length > 8000) continue;
        await send(
          {
            ...target,
            headers: { 'content-type': 'application/json', [header]: value },
          },
          text,
        );
      }
    }
  for (const page of [
    ...SITE_PAGES.map(({ path }) => path.replace(/:id\(.*\)/, '1')),
    '/nothing',
    '/ru',
    '/uk/nothing',
    '/sandbox/pay/x',
    '/robots.txt',
    '/assets/x',
  ]) {
    figure.places += 2;
    for (const text of next(perPlace)) {
      await send({ method: 'GET', url: `${page}?q=${encodeText(text)}`, headers: {} }, text);
      await send({ method: 'GET', url: `${page.replace(/\/$/, '')}/${encodeText(text)}`, headers: {} }, text);
      // as it is, as far as a request line can hold it
      await send(
        { method: 'GET', url: `${page}/${text.replaceAll(/[^\u0021-\u007e]/g, '')}`, headers: {} },
        text,
      );
    }
  }
  return figure;
}

/** Halves of surrogate pairs have no encoding in UTF-8. */
const wellFormed = (text: string) => Buffer.from(text).toString();
const encodeText = (text: string) => encodeURIComponent(wellFormed(text));

interface Place {
  name: string;
  put: (request: FuzzRequest, text: string) => FuzzRequest;
}

/**
 * Lists every place where an operation takes a value: path, query, own headers, each field of its body and of lists in
 * it.
 */
function placesOf({ parameters = [], requestBody }: ServedOperation): Place[] {
  const ofParameters = parameters.map(({ name, in: where }): Place => ({
    name,
    put: (request, text) => {
      if (where === 'path') return { ...request, path: { ...request.path, [name]: wellFormed(text) } };
      if (where === 'query') return { ...request, query: [[name, wellFormed(text)]] };
      const value = Buffer.from(text)
        .toString('latin1')
        .replaceAll(/[^\u0020-\u007e\u0080-\u00ff]/g, '')
        .slice(0, 4000);
      const header: Record<string, string> =
        where === 'cookie' ? { cookie: `${name}=${value}` } : { [name]: value };
      return { ...request, headers: { ...request.headers, ...header } };
    },
  }));
  const anyQuery: Place = {
    name: 'surprise',
    put: (request, text) => ({ ...request, query: [[wellFormed(text), wellFormed(text)]] }),
  };
  const schema: Schema | undefined = Object.values(requestBody?.content ?? {})[0]?.schema;
  const ofBody = Object.entries(schema?.properties ?? {}).map(([name, property]): Place => ({
    name,
    put: (request, text) => {
      const body = JSON.parse(request.payload ?? '{}') as Record<string, unknown>;
      const isList = property.type === 'array';
      // a number is written as it is, also one that JavaScript cannot hold
      const isNumber = property.type === 'integer' && /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text);
      const written = isNumber ? text : JSON.stringify(text);
      const mark = '\u0001place\u0001';
      const payload = JSON.stringify({ ...body, [name]: isList ? [mark] : mark }).replace(
        JSON.stringify(mark),
        () => written,
      );
      return { ...request, payload };
    },
  }));
  const wholeBody: Place[] = requestBody
    ? [{ name: 'body', put: (request, text) => ({ ...request, payload: wellFormed(text) }) }]
    : [];
  return [...ofParameters, anyQuery, ...ofBody, ...wholeBody];
}
