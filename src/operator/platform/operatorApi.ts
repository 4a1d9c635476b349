import type * as z from 'zod/mini';
import type { Endpoint, InputOf } from '#/contract/calls/endpoint.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { UNATTENDED_HEADER } from '#/contract/operator/people/operatorPage.ts';
import { consequences } from '#/contract/operator/people/people.ts';
import { CSRF_HEADER, IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { ApiError, request, type Sending } from '#/client/platform/api/api.ts';
import { csrfToken } from '#/client/platform/api/pageConfig.ts';
import { isAttended } from './attended.ts';
import { askForCode } from './proof.ts';
import { noteSessionLost } from './sessionLost.ts';

/** The input of an operators' call as the page gives it. */
export type OperatorInput<E extends OperatorEndpoint> = InputOf<
  Pick<E, 'params' | 'query' | 'body' | 'reply'> & Endpoint
>;

interface CallOptions {
  /** Idempotency key of an act. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The body of an upload. */
  file?: File;
  sending?: Sending;
}

type Consequences = z.output<typeof consequences>;

/**
 * Makes an operators' call. If it needs a fresh code, asks the operator for it and repeats the call.
 * @throws ApiError; proofNeeded if the operator closes the dialog
 */
export async function callOperator<E extends OperatorEndpoint>(
  endpoint: E,
  input: OperatorInput<E>,
  options: CallOptions = {},
): Promise<z.output<E['reply']>> {
  try {
    return await send(endpoint, input, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proofNeeded') throw error;
    if (!(await askForCode())) throw error;
    return send(endpoint, input, options);
  }
}

/** A preview needs a reason in its body, but the server does not store it. */
const PREVIEW_REASON = 'preview';

/**
 * Asks for the consequences of an act without doing it (O8).
 * @throws ApiError
 */
export function previewAct(
  endpoint: OperatorEndpoint,
  input: { params?: object; body: object },
): Promise<Consequences> {
  const preview = { ...endpoint, path: `${endpoint.path}/preview`, reply: consequences };
  return callOperator(preview, { ...input, body: { ...input.body, reason: PREVIEW_REASON } });
}

function send<E extends OperatorEndpoint>(
  endpoint: E,
  input: unknown,
  { idempotencyKey, signal, file, sending }: CallOptions,
): Promise<z.output<E['reply']>> {
  const headers = {
    ...(endpoint.method !== 'GET' && { [CSRF_HEADER]: csrfToken() }),
    ...(idempotencyKey && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    ...(!isAttended() && { [UNATTENDED_HEADER]: '1' }),
    ...(file && { 'Content-Type': file.type || 'application/octet-stream' }),
  };
  return request(endpoint, file ? { ...(input as object), body: file } : input, {
    headers,
    onNoSession: noteSessionLost,
    ...(signal && { signal }),
    ...(sending && { sending }),
  });
}
