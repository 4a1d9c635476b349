import type { AxiosError, AxiosRequestConfig, AxiosResponse } from 'axios';
import * as z from 'zod/mini';
import type { Endpoint, InputOf, ReplyOf } from '#/contract/calls/endpoint.ts';
import { sessionCalls } from '#/contract/calls/session.ts';
import { type ErrorCode, type ErrorReply, isErrorCode } from '#/contract/kernel/errors.ts';
import { HTTP_TIMEOUT_MS } from '#/contract/kernel/limits.ts';
import { CSRF_HEADER, IDEMPOTENCY_HEADER, PREVIEW_HEADER } from '#/contract/page.ts';
import { forgetEarly, takeEarly } from './earlyAnswers.ts';
import { csrfToken, keepCsrfToken, pageConfig } from './pageConfig.ts';
import { readToken, tokenOfRequest } from './token.ts';

/** `offline`: no answer came; `badReply`: the answer does not match the contract. */
type FailureCode = ErrorCode | 'offline' | 'timeout' | 'badReply';

export class ApiError extends Error {
  readonly code: FailureCode;
  /** HTTP status; 0 if no answer came. */
  readonly status: number;
  /** Error codes by field of the input. */
  readonly errors: Record<string, ErrorCode>;
  readonly needTwoFactor: boolean;
  /** Seconds until the call may succeed, from Retry-After; 0 if the header is missing. */
  readonly retryAfterSeconds: number;
  /** Only with `confirmationNeeded`. */
  readonly link: ErrorReply['link'];
  /** Only with `accountBlocked`. */
  readonly block: ErrorReply['block'];

  constructor(
    code: FailureCode,
    status: number,
    { errors = {}, needTwoFactor = false, link, block }: Partial<ErrorReply> = {},
    retryAfterSeconds = 0,
  ) {
    super(`${code} (${status})`);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.needTwoFactor = needTwoFactor;
    this.link = link;
    this.block = block;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type Send = (request: AxiosRequestConfig) => Promise<Pick<AxiosResponse<unknown>, 'data' | 'status'>>;

/** Loaded at the first call, because a page that came with its data can be used before. */
let send: Send = async (request) => {
  const { default: axios } = await import('axios').catch((error: unknown) => {
    console.warn('calls are not possible', error);
    throw new ApiError('offline', 0);
  });
  return axios.request({ baseURL: pageConfig.apiBaseUrl, timeout: HTTP_TIMEOUT_MS, ...request });
};

/** Replaces the way in which calls are sent, for pages rendered without a browser. */
export function sendBy(other: Send): void {
  send = other;
}

let sessionLost: () => void = () => {};

/** Sets what happens when the server answers that there is no live session (E1). */
export function onSessionLost(handler: () => void): void {
  sessionLost = handler;
}

interface CallOptions {
  /** Idempotency key of an effect. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/**
 * Makes a call of the contract and checks the answer against it.
 * @throws ApiError for every answer that is not a success, and if no answer comes
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { idempotencyKey, signal }: CallOptions = {},
): Promise<ReplyOf<E>> {
  const token = tokenOfRequest();
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(endpoint.access === 'csrf' && { [CSRF_HEADER]: await tokenOfPage() }),
    ...(idempotencyKey && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    ...(pageConfig.preview && { [PREVIEW_HEADER]: `${pageConfig.preview.draft}` }),
  };
  // an answer to a request of an earlier session does not concern this session
  const onNoSession = () => {
    if (token === readToken()) sessionLost();
  };
  return request(endpoint, input, { headers, onNoSession, ...(signal && { signal }) });
}

/** The CSRF token of the page. A document that is the same for everybody has none, so the server is asked. */
async function tokenOfPage(): Promise<string> {
  const known = csrfToken();
  if (known) return known;
  const asked = await call(sessionCalls.csrfToken, {});
  keepCsrfToken(asked.csrfToken);
  return asked.csrfToken;
}

/** Options of an upload: time limit and progress callback. */
export type Sending = Pick<AxiosRequestConfig, 'timeout' | 'onUploadProgress'>;

interface RequestOptions {
  headers: Record<string, string>;
  signal?: AbortSignal;
  sending?: Sending;
  /** Called when the server answers that there is no live session. */
  onNoSession: () => void;
}

/**
 * Sends a request and checks the answer against the contract.
 * @throws ApiError for every answer that is not a success, and if no answer comes
 */
export async function request<E extends Pick<Endpoint, 'method' | 'path' | 'reply'>>(
  endpoint: E,
  input: unknown,
  { headers, signal, sending, onNoSession }: RequestOptions,
): Promise<z.output<E['reply']>> {
  const {
    params = {},
    query,
    body,
  } = input as { params?: Record<string, string>; query?: unknown; body?: unknown };
  const url = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const isRead = endpoint.method === 'GET';
  if (!isRead) forgetEarly();
  const hasQuery = Object.values(query ?? {}).some((value) => value !== undefined);
  const early = isRead && !hasQuery ? await takeEarly(url, headers['Authorization']) : undefined;
  const sent =
    early ??
    send({
      method: endpoint.method,
      url,
      params: query,
      data: body,
      ...(signal && { signal }),
      ...sending,
      headers: { 'Accept-Language': pageConfig.locale, ...headers },
    });
  const { data, status } = await Promise.resolve(sent).catch((error: AxiosError | ApiError) => {
    throw error instanceof ApiError ? error : failureOf(error, onNoSession);
  });
  const parsed = z.safeParse(endpoint.reply, data);
  if (!parsed.success) {
    console.error(`unexpected answer of ${endpoint.path}`, parsed.error.issues);
    throw new ApiError('badReply', status);
  }
  return parsed.data as z.output<E['reply']>;
}

function failureOf(error: AxiosError, onNoSession: () => void): ApiError {
  const { response } = error;
  if (!response) return new ApiError(error.code === 'ECONNABORTED' ? 'timeout' : 'offline', 0);
  const reply = (response.data ?? {}) as Partial<ErrorReply>;
  if (response.status === 401) onNoSession();
  if ([403, 404, 429].includes(response.status) || response.status >= 500)
    console.warn(`${response.status} ${error.config?.url}`, reply.requestId ?? '');
  return new ApiError(codeOf(response.status, reply), response.status, reply, retryAfterOf(response));
}

/** Reads an error answer. An answer that is not the server's own, for example of a proxy, has only a status. */
function codeOf(status: number, { code }: Partial<ErrorReply>): FailureCode {
  // the rest of the request, such as a picture, came too slowly; its `badRequest` would blame the input
  if (status === 408) return 'timeout';
  if (isErrorCode(code)) return code;
  return status === 429 ? 'tooManyRequests' : 'internal';
}

/** Reads Retry-After. A date counts as missing, because this server never sends one. */
function retryAfterOf({ headers }: AxiosResponse): number {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}
