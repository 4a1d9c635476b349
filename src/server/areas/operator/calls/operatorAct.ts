import type { FastifyInstance } from 'fastify';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import * as z from 'zod/mini';
import { pendingReply } from '#/contract/operator/people/approvals.ts';
import { needsFreshCode, type OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { consequences } from '#/contract/operator/people/people.ts';
import type { ActOutcome, Actor } from '#/server/domain/operators/act.ts';
import type { StoredWork } from '#/server/domain/operators/decideApproval.ts';
import { actOnce, previewAct } from '#/server/domain/operators/operatorActs.ts';
import type { AuditEvent } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import {
  actorOf,
  type OperatorCaller,
  type OperatorInput,
  operatorRoute,
  type OperatorReply,
} from './operatorRoute.ts';

type SignedIn = OperatorCaller<OperatorEndpoint & { needs: 'operator' }>;
/** The field that every act's body has. */
interface Reasoned {
  body: { reason: string };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Acts by name, to run them after a second person's approval. */
    operatorActs: Map<string, StoredWork>;
    /** Names of the acts that need a fresh code, also from the second person. */
    operatorProofs: Set<string>;
  }
}

/**
 * Serves an act. At its path it is done once and written into the audit log. At `{path}/preview` the same work runs
 * and is rolled back, and the answer has its consequences (O8). An act beyond a limit of the caller is stored for a
 * second person and answered with status 202 (O5).
 */
export function operatorAct<E extends OperatorEndpoint & { act: true }>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  event: AuditEvent,
  work: (
    tx: NodePgDatabase,
    input: OperatorInput<E>,
    actor: Actor,
  ) => Promise<ActOutcome<OperatorReply<E> & object>>,
): void {
  const { needs, reply: schema, forTwo: isForTwo = false } = endpoint as OperatorEndpoint;
  if (needs === 'page') throw new Error('an act needs an operator');
  if (needsFreshCode(endpoint)) app.operatorProofs.add(event);
  app.operatorActs.set(event, (tx, input, actor) => work(tx, input as OperatorInput<E>, actor));
  operatorRoute(
    app,
    deps,
    endpoint,
    async (input, caller) => {
      const { request, reply, operator, idempotencyKey: key } = caller as SignedIn;
      const { reason } = (input as OperatorInput<E> & Reasoned).body;
      const by = actorOf(request, operator);
      const { sessionId } = operator;
      const act = { event, permission: needs, isForTwo, operator, sessionId, by, reason, key, input };
      const done = await actOnce(deps, act, (tx) => work(tx, input, operator));
      if ('pending' in done) void reply.status(202);
      return done;
    },
    { replySchema: z.union([pendingReply, schema]) },
  );
  operatorRoute(
    app,
    deps,
    endpoint,
    (input, caller) => {
      const { operator } = caller as SignedIn;
      return previewAct(deps, { permission: needs, isForTwo, operator }, (tx) => work(tx, input, operator));
    },
    { suffix: '/preview', replySchema: consequences },
  );
}

/** Parses the number in a path. Schemas accept only whole numbers there. */
export function idOf({ id }: { id: string }): number {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : fail('notFound');
}
