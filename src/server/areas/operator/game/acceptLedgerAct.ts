import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { AcceptLedgerBody } from '#/contract/operator/servers.ts';
import { lockServer } from '#/server/domain/gameServers/gameKeys.ts';
import { acceptLedger } from '#/server/domain/gameServers/ledgers.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { gameLedgers } from '#/server/platform/db/tables/game.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

interface Accepted {
  provedByGame: number;
  toldAgain: number;
  becomeUnknown: number;
}

const isoOf = (time: Date | null) => time?.toISOString() ?? null;

/**
 * Accepts a ledger in place of a lost one (D6). Its consequences count the deliveries of the lost ledger by their
 * treatment.
 * @throws AppError notFound; operatorChanged if the ledger was accepted or retired since the operator's look
 */
export async function acceptLedgerAct(
  tx: NodePgDatabase,
  deps: Deps,
  serverKey: string,
  { ledger: id, acceptedAt, retiredAt, reason }: AcceptLedgerBody,
): Promise<ActOutcome<Accepted>> {
  if (!(await lockServer(tx, serverKey))) return fail('notFound');
  const byIdAndServer = and(eq(gameLedgers.id, id), eq(gameLedgers.serverKey, serverKey));
  const [ledger] = await tx.select().from(gameLedgers).where(byIdAndServer);
  if (!ledger) return fail('notFound');
  if (isoOf(ledger.acceptedAt) !== acceptedAt || isoOf(ledger.retiredAt) !== retiredAt)
    return fail('operatorChanged');
  const inUse = and(
    eq(gameLedgers.serverKey, serverKey),
    isNotNull(gameLedgers.acceptedAt),
    isNull(gameLedgers.retiredAt),
  );
  const [used] = await tx.select().from(gameLedgers).where(inUse).orderBy(desc(gameLedgers.acceptedAt));
  const whereHeld = and(
    eq(deliveries.serverKey, serverKey),
    inArray(deliveries.state, ['leased', 'cancelling']),
  );
  const held = await tx.$count(deliveries, whereHeld);
  const change = await acceptLedger(tx, deps, { serverKey, id, reason, isDryRun: false });
  const { doubtful, facts, unknown } = change!;
  const reply = { provedByGame: doubtful, toldAgain: facts, becomeUnknown: unknown };
  return {
    reply,
    target: { type: 'server', id: serverKey },
    before: { ledger: used?.id ?? null, heldByLedger: held },
    after: { ledger: id, heldByLedger: 0, ...reply },
  };
}
