import { asc, eq } from 'drizzle-orm';
import { DELIVERY_STATES, type DeliveryDecision } from '#/contract/operator/deliveries.ts';
import { decideDelivery } from '#/server/domain/deliveries/decideDelivery.ts';
import { readDelivery } from '#/server/domain/deliveries/deliveryList.ts';
import { GAME_ALARMS, gameAlarms } from '#/server/domain/deliveries/gameAlarms.ts';
import { saidFor } from '#/server/domain/deliveries/moveDelivery.ts';
import { lockServer } from '#/server/domain/gameServers/gameKeys.ts';
import { acceptLedger } from '#/server/domain/gameServers/ledgers.ts';
import { deliveryMoves } from '#/server/platform/db/tables/deliveries.ts';
import { advanceNumbers } from '#/server/platform/watch/advanceNumbers.ts';
import { gameInstances, gameLedgers } from '#/server/platform/db/tables/game.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { type DeliveryFilter, findDeliveries, lineOf } from './findDeliveries.ts';
import { endLinkOf } from './operateLinks.ts';
import { commandWords, type OperatorDeps, runCommand, say, saysUsage } from './operator.ts';

const USAGE = `npm run deliveries -- list [--server everest] [--state failed] [--code unban] [--account LOGIN@SERVER]
npm run deliveries -- show NO
npm run deliveries -- retry | cancel NO --reason "…"
npm run deliveries -- by-hand NO --reason "what you did"
npm run deliveries -- given | not-given NO --reason "…"       (of what is unknown)
npm run deliveries -- servers
npm run deliveries -- alarms
npm run deliveries -- end-link SERVER LOGIN | PLAYER --reason "…"       (PLAYER as the game says it, license2:9f…)
npm run deliveries -- accept-ledger SERVER LEDGER --reason "…" [--count]
npm run deliveries -- advance-numbers --reason "…"       (after the database was set back: docs/operating.md)
States: ${DELIVERY_STATES.join(', ')}. Without --state what is not final is listed, the newest 100.`;

const NO_REASON = 'A --reason must be given: it stays in the audit log.';

const DECISIONS: Record<string, DeliveryDecision> = {
  retry: 'retry',
  cancel: 'cancel',
  'by-hand': 'byHand',
  given: 'given',
  'not-given': 'notGiven',
};

/**
 * `npm run deliveries -- list | show | retry | cancel | by-hand | given | not-given | servers | end-link | accept-ledger |
 * alarms | advance-numbers` (D19, O33)
 */
async function run(deps: OperatorDeps): Promise<void> {
  const { values, positionals } = commandWords({
    options: {
      server: { type: 'string' },
      state: { type: 'string' },
      code: { type: 'string' },
      account: { type: 'string' },
      reason: { type: 'string' },
      count: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [action = '', first, second] = positionals;
  const reason = values.reason?.trim() ?? '';
  if (action === 'list') return list(deps, values);
  if (action === 'servers') return listServers(deps);
  if (action === 'alarms') return listAlarms(deps);
  if (action === 'advance-numbers') return advance(deps, reason);
  if (first === undefined) throw new Error(USAGE);
  if (action === 'show') return show(deps, numberOf(first));
  const decision = DECISIONS[action];
  if (!decision && action !== 'accept-ledger' && action !== 'end-link') throw new Error(USAGE);
  if (!reason && !(values.count && action === 'accept-ledger')) throw new Error(NO_REASON);
  if (decision) return decide(deps, numberOf(first), decision, reason);
  if (second === undefined) throw new Error(USAGE);
  if (action === 'end-link') {
    const { player, login } = await endLinkOf(deps, { serverKey: first, who: second, reason });
    return void say(`${player} and ${login} are not tied any more.`);
  }
  return accept(deps, { serverKey: first, id: second, reason, isDryRun: values.count ?? false });
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`${text} is not the number of a delivery.`);
  return Number(text);
}

async function advance(deps: OperatorDeps, reason: string): Promise<void> {
  if (!reason) throw new Error(NO_REASON);
  await withTx(deps.pool, async (tx) => {
    await advanceNumbers(tx, deps);
    const event = 'numbersAdvanced';
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event, detail: { reason } });
  });
  say('The numbers of deliveries, orders and all else go on far beyond the last ones.');
}

async function listAlarms({ db, now }: OperatorDeps): Promise<void> {
  const alarms = await gameAlarms(db, now);
  for (const { server, alarm, count } of alarms) say(`${server}: ${GAME_ALARMS[alarm]} (${count})`);
  if (alarms.length === 0) say('No alarm is on. `deliveries list` shows what is failed or unknown.');
}

async function list(deps: OperatorDeps, filter: DeliveryFilter): Promise<void> {
  const rows = await findDeliveries(deps, filter);
  for (const row of rows) say(lineOf(row));
  if (rows.length === 0) say('No deliveries.');
}

async function show(deps: OperatorDeps, no: number): Promise<void> {
  const found = await readDelivery(deps.db, no);
  if (!found) throw new Error(`There is no delivery ${no}.`);
  say(lineOf(found));
  const moves = await deps.db
    .select()
    .from(deliveryMoves)
    .where(eq(deliveryMoves.deliveryId, no))
    .orderBy(asc(deliveryMoves.version));
  for (const [at, { createdAt, toState, actor, reason, attempt, detail }] of moves.entries()) {
    const said = saidFor({ actor, detail }, moves[at - 1]);
    say(
      `  ${createdAt.toISOString()} ${toState} by ${actor}${attempt > 0 ? `, attempt ${attempt}` : ''}` +
        `${reason ? `: ${reason}` : ''}${said ? ` (${said})` : ''}`,
    );
  }
}

async function decide(
  deps: OperatorDeps,
  no: number,
  decision: DeliveryDecision,
  reason: string,
): Promise<void> {
  const { state } = await withTx(deps.pool, (tx) => decideDelivery(tx, deps, { no, decision, reason }));
  say(`Delivery ${no} is ${state} now.`);
}

async function listServers({ db }: OperatorDeps): Promise<void> {
  const rows = await db
    .select({ key: servers.key, instance: gameInstances })
    .from(servers)
    .leftJoin(gameInstances, eq(gameInstances.serverKey, servers.key))
    .orderBy(asc(servers.sortOrder));
  const ledgers = await db.select().from(gameLedgers).orderBy(asc(gameLedgers.firstSeenAt));
  for (const { key, instance } of rows) {
    const state = instance
      ? `${instance.endedAt ? 'stopped' : 'heard'} ${(instance.endedAt ?? instance.seenAt).toISOString()} · ${instance.adapter} · ${instance.host}`
      : 'never connected';
    say(`${key} · ${state}`);
    if (instance?.rivalAt)
      say(
        `  ANOTHER ADAPTER ASKS FOR THIS SERVER: ${instance.rivalHost} (${instance.rivalNetwork}) at ${instance.rivalAt.toISOString()}`,
      );
    for (const ledger of ledgers.filter(({ serverKey }) => serverKey === key))
      say(`  ledger ${ledger.id}, ${ledger.head} entries, ${stateOfLedger(ledger)}`);
  }
}

function stateOfLedger({ acceptedAt, retiredAt, refusedHead }: typeof gameLedgers.$inferSelect): string {
  const state = retiredAt ? 'retired' : acceptedAt ? 'accepted' : 'WAITS TO BE ACCEPTED';
  return refusedHead === null ? state : `${state}, ASKS WITH ${refusedHead} ENTRIES: WAITS TO BE ACCEPTED`;
}

async function accept(
  deps: OperatorDeps,
  { serverKey, id, reason, isDryRun }: { serverKey: string; id: string; reason: string; isDryRun: boolean },
): Promise<void> {
  const change = await withTx(deps.pool, async (tx) => {
    await lockServer(tx, serverKey);
    const done = await acceptLedger(tx, deps, { serverKey, id, reason, isDryRun });
    if (!done) throw new Error(`${serverKey} has no ledger ${id}: \`deliveries servers\` lists them.`);
    const detail = { server: serverKey, ledger: id, reason, ...done };
    if (!isDryRun)
      await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'gameLedgerAccepted', detail });
    return done;
  });
  const { doubtful, facts, unknown } = change;
  say(
    `${isDryRun ? 'It would be accepted' : 'It is accepted'}: ${doubtful} are proved by the game, ${facts} facts are told again, ${unknown} become unknown.`,
  );
}

if (!saysUsage(USAGE)) await runCommand(run);
