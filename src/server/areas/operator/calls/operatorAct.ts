import type { FastifyInstance } from 'fastify';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OperatorEndpoint } from '#/contract/operator/operatorEndpoint.ts';
import { consequences } from '#/contract/operator/people.ts';
import { actOnce, type ActOutcome } from '#/server/domain/operators/operatorActs.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { rolledBack } from '#/server/platform/db/tx.ts';
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
/** What every act's body has. */
interface Reasoned {
  body: { reason: string };
}

/**
 * Serves an act: at its path it is done once and written into the audit log; at `{path}/preview` the same work runs and
 * is rolled back, and its consequences are told (O8).
 */
export function operatorAct<E extends OperatorEndpoint & { act: true }>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  event: AuditEvent,
  work: (
    tx: NodePgDatabase,
    input: OperatorInput<E>,
    operator: OperatorSession,
  ) => Promise<ActOutcome<OperatorReply<E> & object>>,
): void {
  operatorRoute(app, deps, endpoint, (input, caller) => {
    const { request, operator, idempotencyKey: key } = caller as SignedIn;
    const { reason } = (input as OperatorInput<E> & Reasoned).body;
    return actOnce(deps, { event, by: actorOf(request, operator), reason, key, input }, (tx) =>
      work(tx, input, operator),
    );
  });
  operatorRoute(
    app,
    deps,
    endpoint,
    async (input, caller) => {
      const { operator } = caller as SignedIn;
      const { before, after } = await rolledBack(deps.pool, (tx) => work(tx, input, operator));
      return { before, after };
    },
    { suffix: '/preview', replySchema: consequences },
  );
}

/** The number in a path; schemas let only whole numbers through. */
export function idOf({ id }: { id: string }): number {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : fail('notFound');
}
