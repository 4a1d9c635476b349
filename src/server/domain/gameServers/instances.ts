import { and, eq, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { HelloBody } from '#/contract/game.ts';
import { gameInstances, gameKeys, gameLedgers } from '#/server/platform/db/tables/game.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { admitLedger } from './ledgers.ts';

/** An adapter that was not heard for this long has died. Until then no other takes its place. */
export const SILENT_AFTER_MS = 60_000;
const NOTE_USE_EVERY_MS = 60_000;

export type InstanceRow = typeof gameInstances.$inferSelect;

/** Who speaks, besides what they say. */
export interface Speaker {
  serverKey: string;
  keyId: string;
  /** Shortened address. */
  network: string;
  clockOffsetMs: number;
}

/** Whether the adapter of a server still lives. */
export const isAlive = ({ seenAt, endedAt }: InstanceRow, now: Date): boolean =>
  endedAt === null && now.getTime() - seenAt.getTime() < SILENT_AFTER_MS;

/** How a hello ended. A refused one is stored too: the operator sees who came. */
type Greeted = { instance: InstanceRow } | { refused: 'instanceActive' | 'ledgerUnknown' | 'seqReused' };

/**
 * Begins an instance of an adapter (D6, D7). While another one lives it is refused, and both are told. A ledger that the
 * site does not know gets no work until an operator accepts it.
 */
export async function greetInstance(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { serverKey, keyId, network, clockOffsetMs }: Speaker,
  hello: HelloBody,
): Promise<Greeted> {
  // two hellos of one server come one after the other
  await tx.select().from(servers).where(eq(servers.key, serverKey)).for('no key update');
  const now = deps.now();
  const [known] = await tx.select().from(gameInstances).where(eq(gameInstances.serverKey, serverKey));
  const isSame = known?.instanceId === hello.instance;
  if (known && isSame && hello.seq <= known.lastSeq) return { refused: 'seqReused' };
  if (known && !isSame && isAlive(known, now)) {
    const rival = { rivalHost: hello.host, rivalNetwork: network, rivalAt: now };
    await tx.update(gameInstances).set(rival).where(eq(gameInstances.serverKey, serverKey));
    return { refused: 'instanceActive' };
  }
  if (!(await admitLedger(tx, deps, serverKey, { id: hello.ledger, head: hello.head })))
    return { refused: 'ledgerUnknown' };
  const { adapter, game, host, codes, facts, proves, identity } = hello;
  const values = {
    instanceId: hello.instance,
    ledgerId: hello.ledger,
    keyId,
    lastSeq: hello.seq,
    seenAt: now,
    endedAt: null,
    adapter,
    game,
    host,
    network,
    codes,
    facts,
    proves,
    identity,
    clockOffsetMs,
    rosterAt: null,
    rosterPart: 0,
    rosterHeardAt: null,
    isCountOff: false,
    ...(!isSame && { rivalHost: null, rivalNetwork: null, rivalAt: null }),
  };
  await noteUse(tx, keyId, network, now);
  const [instance] = await tx
    .insert(gameInstances)
    .values({ serverKey, ...values })
    .onConflictDoUpdate({ target: gameInstances.serverKey, set: values })
    .returning();
  return { instance: instance! };
}

/** Notes when and from where a key was used last, at most once a minute. */
async function noteUse(tx: NodePgDatabase, keyId: string, lastNetwork: string, at: Date): Promise<void> {
  const isStale = or(
    isNull(gameKeys.lastUsedAt),
    lte(gameKeys.lastUsedAt, new Date(at.getTime() - NOTE_USE_EVERY_MS)),
  );
  await tx
    .update(gameKeys)
    .set({ lastUsedAt: at, lastNetwork })
    .where(and(eq(gameKeys.id, keyId), isStale));
}

/** What every body begins with. */
interface Head {
  instance: string;
  seq: number;
  head: number;
}

/**
 * Notes that an instance speaks. The number of the request must be higher than every one before (D8). Both rows change in
 * one transaction, so that of two requests at once the later one cannot make the ledger of the earlier look too short.
 * @throws AppError helloNeeded, instanceReplaced, seqReused; ledgerUnknown if its ledger has fewer entries than before, or
 *   another one was accepted in its place
 */
export async function hearInstance(
  { pool, db, now }: Pick<Deps, 'pool' | 'db' | 'now'>,
  { serverKey, keyId, network, clockOffsetMs }: Speaker,
  { instance, seq, head }: Head,
): Promise<InstanceRow> {
  const at = now();
  const heard = await withTx(pool, async (tx) => {
    const [row] = await tx
      .update(gameInstances)
      .set({ lastSeq: seq, seenAt: at, keyId, network, clockOffsetMs })
      .where(
        and(
          eq(gameInstances.serverKey, serverKey),
          eq(gameInstances.instanceId, instance),
          isNull(gameInstances.endedAt),
          lt(gameInstances.lastSeq, seq),
        ),
      )
      .returning();
    if (!row) return undefined;
    const isGood = and(
      eq(gameLedgers.id, row.ledgerId),
      lte(gameLedgers.head, head),
      isNotNull(gameLedgers.acceptedAt),
      isNull(gameLedgers.retiredAt),
    );
    const { rowCount } = await tx.update(gameLedgers).set({ head }).where(isGood);
    if (rowCount !== 1) fail('ledgerUnknown');
    await noteUse(tx, keyId, network, at);
    return row;
  });
  return heard ?? refuseUnheard(db, serverKey, instance, at);
}

async function refuseUnheard(
  db: NodePgDatabase,
  serverKey: string,
  instance: string,
  now: Date,
): Promise<never> {
  const [known] = await db.select().from(gameInstances).where(eq(gameInstances.serverKey, serverKey));
  if (!known) return fail('helloNeeded');
  if (known.instanceId === instance) return fail(known.endedAt ? 'helloNeeded' : 'seqReused');
  return fail(isAlive(known, now) ? 'instanceReplaced' : 'helloNeeded');
}

/** The adapter stops: another one may begin at once. */
export async function endInstance(
  db: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  serverKey: string,
): Promise<void> {
  await db.update(gameInstances).set({ endedAt: now() }).where(eq(gameInstances.serverKey, serverKey));
}
