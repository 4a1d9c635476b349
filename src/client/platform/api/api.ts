import type { AxiosError, AxiosRequestConfig, AxiosResponse } from 'axios';
import * as z from 'zod/mini';
import type { Endpoint, InputOf, ReplyOf } from '#/contract/endpoint.ts';
import { type ErrorCode, type ErrorReply, isErrorCode } from '#/contract/errors.ts';
import { HTTP_TIMEOUT_MS } from '#/contract/limits.ts';
import { CSRF_HEADER, IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { csrfToken, pageConfig } from './pageConfig.ts';
import { readToken } from './session.ts';

/** `offline`: no answer came; `badReply`: an answer that the contract does not know. */
type FailureCode = ErrorCode | 'offline' | 'timeout' | 'badReply';

export class ApiError extends Error {
  readonly code: FailureCode;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Per field of the input: what is wrong with it. */
  readonly errors: Record<string, ErrorCode>;
  readonly needTwoFactor: boolean;

  constructor(code: FailureCode, status: number, reply?: Partial<ErrorReply>) {
    super(`${code} (${status})`);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.errors = reply?.errors ?? {};
    this.needTwoFactor = reply?.needTwoFactor ?? false;
  }
}

type Send = (request: AxiosRequestConfig) => Promise<Pick<AxiosResponse<unknown>, 'data' | 'status'>>;

/** Its code comes with the first call: a page that was served with its data can be used before. */
let send: Send = async (request) => {
  const { default: axios } = await import('axios').catch((error: unknown) => {
    console.warn('calls are not possible', error);
    throw new ApiError('offline', 0);
  });
  return axios.request({ ...request, baseURL: pageConfig.apiBaseUrl, timeout: HTTP_TIMEOUT_MS });
};

/** Hands in another way to the server, where pages are rendered without a browser. */
export function sendBy(other: Send): void {
  send = other;
}

let sessionLost: () => void = () => {};

/** Hands in what happens when the server says that there is no live session (E1). */
export function onSessionLost(handler: () => void): void {
  sessionLost = handler;
}

interface CallOptions {
  /** Names an effect, so that a repeated request takes place once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/**
 * Calls one row of the contract and checks the answer against it.
 * @throws ApiError for every answer that is not a success, and for none at all.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { idempotencyKey, signal }: CallOptions = {},
): Promise<ReplyOf<E>> {
  const {
    params = {},
    query,
    body,
  } = input as { params?: Record<string, string>; query?: unknown; body?: unknown };
  const token = readToken();
  const request = send({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    params: query,
    data: body,
    ...(signal && { signal }),
    headers: {
      'Accept-Language': pageConfig.locale,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(endpoint.access === 'csrf' && { [CSRF_HEADER]: csrfToken() }),
      ...(idempotencyKey && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    },
  });
  const { data, status } = await request.catch((error: AxiosError | ApiError) => {
    throw error instanceof ApiError ? error : failureOf(error, token);
  });
  const parsed = z.safeParse(endpoint.reply, data);
  if (!parsed.success) {
    console.error(`unexpected answer of ${endpoint.path}`, parsed.error.issues);
    throw new ApiError('badReply', status);
  }
  return parsed.data as ReplyOf<E>;
}

function failureOf(error: AxiosError, sentToken: string | null): ApiError {
  const { response } = error;
  if (!response) return new ApiError(error.code === 'ECONNABORTED' ? 'timeout' : 'offline', 0);
  const reply = (response.data ?? {}) as Partial<ErrorReply>;
  // a late answer to an earlier session says nothing about this one
  if (response.status === 401 && sentToken === readToken()) sessionLost();
  if ([403, 404, 429].includes(response.status) || response.status >= 500)
    console.warn(`${response.status} ${error.config?.url}`, reply.requestId ?? '');
  return new ApiError(isErrorCode(reply.code) ? reply.code : 'internal', response.status, reply);
}
