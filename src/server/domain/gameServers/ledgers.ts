import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { gameInstances, gameLedgers } from '#/server/platform/db/tables/game.ts';
import { type DeliveryRow, moveDelivery } from '#/server/domain/deliveries/moveDelivery.ts';
import { readyAtOf } from '#/server/domain/deliveries/presence.ts';
import { isStillPaid } from '#/server/domain/deliveries/recall.ts';
import { isReplaced } from '#/server/domain/deliveries/results.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** The ledger of an adapter as it describes itself. */
interface Ledger {
  id: string;
  /** Number of entries that it ever had. */
  head: number;
}

/**
 * Decides whether a ledger gets work (D6). The first ledger of a server does. Another ledger, or one with fewer
 * entries than the site has seen, waits for an operator, because a copy would give deliveries again. The refusal is
 * noted, so that the operator sees which ledger asks. Requires that the server is locked.
 */
export async function admitLedger(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  serverKey: string,
  { id, head }: Ledger,
): Promise<boolean> {
  const [known] = await tx.select().from(gameLedgers).where(eq(gameLedgers.id, id)).for('update');
  if (known) {
    if (known.serverKey !== serverKey) return false;
    if (known.retiredAt || (known.acceptedAt && head < known.head)) {
      await tx.update(gameLedgers).set({ refusedHead: head }).where(eq(gameLedgers.id, id));
      return false;
    }
    if (!known.acceptedAt) return false;
    await tx.update(gameLedgers).set({ head }).where(eq(gameLedgers.id, id));
    await tx.update(gameLedgers).set({ refusedHead: null }).where(wasRefused(serverKey));
    return true;
  }
  const isFirst = (await tx.$count(gameLedgers, eq(gameLedgers.serverKey, serverKey))) === 0;
  const at = now();
  const acceptedAt = isFirst ? at : null;
  await tx.insert(gameLedgers).values({ id, serverKey, head, firstSeenAt: at, acceptedAt });
  return isFirst;
}

const wasRefused = (serverKey: string) =>
  and(eq(gameLedgers.serverKey, serverKey), isNotNull(gameLedgers.refusedHead));

/** Effect of accepting a ledger on the deliveries that earlier ledgers hold. */
export interface LedgerChange {
  /** Deliveries that are leased again. The game proves first whether they were given. */
  doubtful: number;
  /** Facts that are leased again. A repeated fact changes nothing. */
  facts: number;
  /** Deliveries with an unknown result. An operator decides each. */
  unknown: number;
}

/**
 * Accepts a ledger in place of a lost one (D6). The game proves the lost ledger's deliveries if its bridge can. Facts
 * are told again. All other deliveries become unknown.
 * @param head current number of entries, if a known ledger was restored from a copy
 * @param isDryRun only counts
 * @returns undefined if the server has no such ledger
 */
export async function acceptLedger(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { serverKey, id, reason, isDryRun }: { serverKey: string; id: string; reason: string; isDryRun: boolean },
): Promise<LedgerChange | undefined> {
  // Locks retired ledgers too. A lease locks its ledger, so this waits for leases that have begun, and the deliveries that
  // are read below include theirs.
  const known = await tx
    .select()
    .from(gameLedgers)
    .where(eq(gameLedgers.serverKey, serverKey))
    .orderBy(gameLedgers.id)
    .for('update');
  if (!known.some((ledger) => ledger.id === id)) return undefined;
  const [instance] = await tx.select().from(gameInstances).where(eq(gameInstances.serverKey, serverKey));
  const held = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.serverKey, serverKey), inArray(deliveries.state, ['leased', 'cancelling'])))
    .orderBy(deliveries.id)
    .for('update');
  const canTell = instance?.proves ?? [];
  const facts = held.filter(({ kind, state }) => kind === 'set' && state === 'leased');
  const proved = held.filter(
    ({ kind, state, code }) => kind !== 'set' && state === 'leased' && canProve(canTell, code),
  );
  const change = {
    doubtful: proved.length,
    facts: facts.length,
    unknown: held.length - proved.length - facts.length,
  };
  if (isDryRun) return change;
  const at = deps.now();
  for (const row of held) {
    if (facts.includes(row)) await tellAgain(tx, deps, row, reason);
    else {
      const isProved = proved.includes(row);
      const set = isProved
        ? { readyAt: at, isDoubtful: true, handedTo: row.handedTo }
        : isStillPaid(row)
          ? { recalledAt: null }
          : {};
      await moveDelivery(tx, deps, row, isProved ? 'waiting' : 'unknown', { actor: 'operator', reason, set });
    }
  }
  await tx
    .update(gameLedgers)
    .set({ retiredAt: at })
    .where(and(eq(gameLedgers.serverKey, serverKey), ne(gameLedgers.id, id), isNull(gameLedgers.retiredAt)));
  await tx.update(gameLedgers).set({ refusedHead: null }).where(wasRefused(serverKey));
  await tx
    .update(gameLedgers)
    .set({ acceptedAt: at, retiredAt: null, head: 0 })
    .where(eq(gameLedgers.id, id));
  return change;
}

/** Tells a fact again that the lost ledger held, unless a newer version was written meanwhile. */
async function tellAgain(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  row: DeliveryRow,
  reason: string,
): Promise<void> {
  const set = { readyAt: await readyAtOf(tx, deps, row) };
  const waiting = await moveDelivery(tx, deps, row, 'waiting', { actor: 'operator', reason, set });
  if (await isReplaced(tx, row))
    await moveDelivery(tx, deps, waiting, 'cancelled', { actor: 'site', reason: 'replaced' });
}

/** Whether a bridge can prove a code. "parcel:*" matches every code that begins with "parcel:". */
export const canProve = (proves: readonly string[], code: string): boolean =>
  proves.some((known) => (known.endsWith('*') ? code.startsWith(known.slice(0, -1)) : known === code));
