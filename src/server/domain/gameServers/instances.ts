import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { HelloBody } from '#/contract/game.ts';
import { type FormerInstance, gameInstances, gameKeys } from '#/server/platform/db/tables/game.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { admitLedger } from './ledgers.ts';

/** An adapter that has sent nothing for this long counts as dead. Until then no other one can replace it. */
export const SILENT_AFTER_MS = 60_000;
const NOTE_USE_EVERY_MS = 60_000;

export type InstanceRow = typeof gameInstances.$inferSelect;

/** The sender of a request. */
export interface Speaker {
  serverKey: string;
  keyId: string;
  /** Network address without its last part. */
  network: string;
  clockOffsetMs: number;
}

/** Whether the adapter of a server is alive. */
export const isAlive = ({ seenAt, endedAt }: InstanceRow, now: Date): boolean =>
  endedAt === null && now.getTime() - seenAt.getTime() < SILENT_AFTER_MS;

/**
 * Number of former instances that are stored. It exceeds the number of starts within the time for which
 * `clockSkew` accepts a captured hello.
 */
const FORMER_MAX = 30;

/** Returns the number of the last request of an instance, the running or a former one; 0 when it sent none. */
const lastSeqOf = ({ instanceId, lastSeq, former }: InstanceRow, id: string): number =>
  id === instanceId ? lastSeq : (former.find((each) => each.id === id)?.lastSeq ?? 0);

/** Returns the former instances for one that begins now. */
const formerOf = ({ instanceId, lastSeq, former }: InstanceRow, id: string): FormerInstance[] =>
  [{ id: instanceId, lastSeq }, ...former].filter((each) => each.id !== id).slice(0, FORMER_MAX);

/** Result of a hello. A refused hello is stored too, so that the operator sees its sender. */
type Greeted = { instance: InstanceRow } | { refused: 'instanceActive' | 'ledgerUnknown' | 'seqReused' };

/**
 * Begins an instance of an adapter (D6, D7). While another one lives, the new one is refused, and both are told. An
 * unknown ledger gets no work until an operator accepts it.
 */
export async function greetInstance(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { serverKey, keyId, network, clockOffsetMs }: Speaker,
  hello: HelloBody,
): Promise<Greeted> {
  // hellos of one server are handled one after the other
  await tx.select().from(servers).where(eq(servers.key, serverKey)).for('no key update');
  const now = deps.now();
  const [known] = await tx.select().from(gameInstances).where(eq(gameInstances.serverKey, serverKey));
  const isSame = known?.instanceId === hello.instance;
  if (known && hello.seq <= lastSeqOf(known, hello.instance)) return { refused: 'seqReused' };
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
    former: known ? formerOf(known, hello.instance) : [],
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
  const [instance] = await tx
    .insert(gameInstances)
    .values({ serverKey, ...values })
    .onConflictDoUpdate({ target: gameInstances.serverKey, set: values })
    .returning();
  await noteUse(tx, keyId, network, now);
  return { instance: instance! };
}

const lastNotedAt = (at: Date) => new Date(at.getTime() - NOTE_USE_EVERY_MS);

/** Notes when and from where a key was used last, at most once in `NOTE_USE_EVERY_MS`. */
async function noteUse(tx: NodePgDatabase, keyId: string, lastNetwork: string, at: Date): Promise<void> {
  const whereStale = or(isNull(gameKeys.lastUsedAt), lte(gameKeys.lastUsedAt, lastNotedAt(at)));
  await tx
    .update(gameKeys)
    .set({ lastUsedAt: at, lastNetwork })
    .where(and(eq(gameKeys.id, keyId), whereStale));
}

/** The fields that every body begins with. */
interface Head {
  instance: string;
  seq: number;
  head: number;
}

/** The stored fields of an instance that has just sent a request. */
export type HeardInstance = Pick<
  InstanceRow,
  | 'serverKey'
  | 'instanceId'
  | 'ledgerId'
  | 'identity'
  | 'rosterAt'
  | 'isCountOff'
  | 'rivalHost'
  | 'rivalNetwork'
  | 'rivalAt'
>;

/**
 * $1 server, $2 instance, $3 number of the request, $4 entries of its ledger, $5 now, $6 network, $7 key, $8
 * difference of the clocks, $9 time from which the use of a key is noted again. The locks come first, in the order of
 * `greetInstance`. So of two parallel requests the later one cannot make the earlier one's ledger look too short.
 */
const HEAR = {
  name: 'gameInstanceHear',
  text: `WITH known AS (SELECT i.server_key, i.ledger_id FROM game_ledgers l JOIN game_instances i ON i.ledger_id = l.id
      WHERE i.server_key = $1 AND i.instance_id = $2 AND i.ended_at IS NULL AND i.last_seq < $3
        AND l.head <= $4 AND l.accepted_at IS NOT NULL AND l.retired_at IS NULL FOR NO KEY UPDATE),
    counted AS (UPDATE game_ledgers l SET head = $4 FROM known WHERE l.id = known.ledger_id AND l.head <> $4),
    used AS (UPDATE game_keys k SET last_used_at = $5, last_network = $6 FROM known
      WHERE k.id = $7 AND (k.last_used_at IS NULL OR k.last_used_at <= $9))
    UPDATE game_instances i SET last_seq = $3, seen_at = $5, network = $6, key_id = $7, clock_offset_ms = $8
    FROM known WHERE i.server_key = known.server_key
    RETURNING i.server_key AS "serverKey", instance_id AS "instanceId", i.ledger_id AS "ledgerId", identity,
      roster_at AS "rosterAt", is_count_off AS "isCountOff", rival_host AS "rivalHost",
      rival_network AS "rivalNetwork", rival_at AS "rivalAt"`,
};

/**
 * Notes a request of an instance. Its number must be higher than all before (D8).
 * @throws AppError helloNeeded, instanceReplaced, seqReused; ledgerUnknown if its ledger has fewer entries than
 * before, or another ledger was accepted in its place
 */
export async function hearInstance(
  { pool, db, now }: Pick<Deps, 'pool' | 'db' | 'now'>,
  { serverKey, keyId, network, clockOffsetMs }: Speaker,
  { instance, seq, head }: Head,
): Promise<HeardInstance> {
  const at = now();
  const values = [serverKey, instance, seq, head, at, network, keyId, clockOffsetMs, lastNotedAt(at)];
  const { rows } = await pool.query<HeardInstance>({ ...HEAR, values });
  return rows[0] ?? refuseUnheard(db, serverKey, { instance, seq }, at);
}

async function refuseUnheard(
  db: NodePgDatabase,
  serverKey: string,
  { instance, seq }: Pick<Head, 'instance' | 'seq'>,
  now: Date,
): Promise<never> {
  const [known] = await db.select().from(gameInstances).where(eq(gameInstances.serverKey, serverKey));
  if (!known) return fail('helloNeeded');
  if (known.instanceId !== instance) return fail(isAlive(known, now) ? 'instanceReplaced' : 'helloNeeded');
  if (known.endedAt) return fail('helloNeeded');
  return fail(seq <= known.lastSeq ? 'seqReused' : 'ledgerUnknown');
}

/** Ends an instance whose adapter stops. Another one may begin at once. */
export async function endInstance(
  db: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  serverKey: string,
): Promise<void> {
  await db.update(gameInstances).set({ endedAt: now() }).where(eq(gameInstances.serverKey, serverKey));
}
