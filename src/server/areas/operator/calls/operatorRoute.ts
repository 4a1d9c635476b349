import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, ParsedOf, ReplyOf } from '#/contract/calls/endpoint.ts';
import { needsFreshCode, type OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { gradeOf } from '#/contract/operator/people/permissions.ts';
import { placeOf } from '#/server/domain/accounts/access/devices.ts';
import {
  findOperator,
  type OperatorSession,
  provenUntil,
} from '#/server/domain/operators/operatorSessions.ts';
import { AUDITED_REFUSALS } from '#/server/domain/operators/operatorLimits.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { addAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { refuseWhileReadOnly } from '#/server/platform/watch/diskGuard.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { againAfterBody, idempotencyKeyOf, parseInput } from '#/server/platform/http/route.ts';

type AsEndpoint<E extends OperatorEndpoint> = Pick<E, 'params' | 'query' | 'body' | 'reply'> & Endpoint;
export type OperatorInput<E extends OperatorEndpoint> = ParsedOf<AsEndpoint<E>>;
export type OperatorReply<E extends OperatorEndpoint> = ReplyOf<AsEndpoint<E>>;

/** The caller, besides the input of the call. */
export type OperatorCaller<E extends OperatorEndpoint> = {
  /** Well-formed key. Absent when the caller sent none. */
  idempotencyKey?: string;
  request: FastifyRequest;
  reply: FastifyReply;
} & (E['needs'] extends 'page' ? unknown : { operator: OperatorSession });

declare module 'fastify' {
  interface FastifyRequest {
    operator: OperatorSession | null;
  }
}

interface Served {
  /** Appended to the path of the endpoint. */
  suffix?: string;
  /** Schema of the answer. */
  replySchema: OperatorEndpoint['reply'];
  /** Body limit for routes that accept larger bodies than others. */
  bodyLimitBytes?: number;
}

/**
 * Serves a row of the operators' calls: checks page, session, permission and freshness (O4), parses the input without
 * coercion and unknown fields, and sends only fields that the schema of the answer names.
 */
export function operatorRoute<E extends OperatorEndpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (input: OperatorInput<E>, caller: OperatorCaller<E>) => Promise<unknown>,
  { suffix = '', replySchema, bodyLimitBytes }: Served = { replySchema: endpoint.reply },
): void {
  const { method, path, needs } = endpoint;
  const isWrite = method !== 'GET';
  const checkCaller = async (request: FastifyRequest) => {
    if (isWrite) refuseWhileReadOnly(deps);
    if (needs === 'page') return;
    request.operator = (await findOperator(deps, request)) ?? fail('sessionRequired');
    await refuseUnlessAllowed(deps, request, request.operator, endpoint);
  };
  app.route({
    method,
    url: `${path.replaceAll(/\{(\w+)\}/g, ':$1')}${suffix}`,
    exposeHeadRoute: false,
    ...(bodyLimitBytes !== undefined && { bodyLimit: bodyLimitBytes }),
    onRequest: [
      async (request: FastifyRequest) => {
        if (!deps.config.operator.isAllowedFrom(request.ip)) fail('notFound');
        const site = request.headers['sec-fetch-site'];
        if (site !== undefined && site !== 'same-origin' && (isWrite || site !== 'none')) fail('csrfInvalid');
      },
      ...(isWrite ? [app.csrfProtection.bind(app)] : []),
      checkCaller,
    ],
    ...(isWrite && againAfterBody(checkCaller)),
    handler: async (request, reply) => {
      const input = parseInput(endpoint, request);
      const idempotencyKey = idempotencyKeyOf(request);
      const caller = {
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        operator: request.operator,
        request,
        reply,
      };
      const result = await handler(
        input as unknown as OperatorInput<E>,
        caller as unknown as OperatorCaller<E>,
      );
      void reply.header('cache-control', 'no-store');
      void reply.header('x-robots-tag', 'noindex');
      // a file is sent as it is
      return result instanceof Readable ? result : z.parse(replySchema, result);
    },
  });
}

/** @throws AppError operatorForbidden, which is written into the audit log, up to a limit; proofNeeded */
async function refuseUnlessAllowed(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  endpoint: OperatorEndpoint,
): Promise<void> {
  const { needs, path } = endpoint;
  if (needs === 'page' || needs === 'operator') return;
  if (gradeOf(operator.role, needs) === 'no') {
    await auditRefusal(deps, request, operator, { needs, path });
    fail('operatorForbidden');
  }
  if (needsFreshCode(endpoint) && provenUntil(operator) <= deps.now()) fail('proofNeeded');
}

/**
 * Writes into the audit log that an operator tried a call without the permission. The number of entries is limited, so
 * that no operator can fill the log.
 */
export async function auditRefusal(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  detail: { needs: string; path: string },
): Promise<void> {
  const { left } = await addAttempt(deps, AUDITED_REFUSALS, `#${operator.id}`);
  if (left < 0) return;
  await writeAudit(deps.db, deps, {
    accountId: null,
    actor: 'operator',
    event: 'operatorRefused',
    detail,
    act: actorOf(request, operator),
  });
}

/** Identifies the caller for the audit log. */
export const actorOf = <Id extends number | null>(request: FastifyRequest, { id }: { id: Id }) => ({
  operatorId: id,
  requestId: request.id,
  network: placeOf(request).address,
});
