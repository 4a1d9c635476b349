import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { SERVER_ALARMS } from '#/contract/operator/servers.ts';
import { whereBlocked } from '#/server/domain/accounts/access/blocks.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { SERVER_SILENT_MS } from './deliveryList.ts';
import { UNRECORDED } from './setAside.ts';

export type GameAlarm = (typeof SERVER_ALARMS)[number];

/** Reasons why an operator must look after a game server, with a sentence for each (D20). */
export const GAME_ALARMS: Record<GameAlarm, string> = {
  late: 'deliveries have been ready for longer than five minutes, and the server does not ask for them',
  silent: 'the server does not ask although deliveries are ready',
  unknown: 'nobody can tell whether deliveries were given: decide given or not-given',
  unrecorded: 'the site fails to record results of deliveries: its log tells why',
  failed: 'more than ten deliveries failed within an hour',
  ledger: 'an operator must accept a ledger: until then the server gets no deliveries',
  rival: 'two adapters ask for this server: the second one gets nothing',
  code: 'deliveries wait with a code that the adapter of the server does not know',
};

/** SQL condition: ledgers that ask in vain until an operator accepts them: new ones, old copies and retired ones (D6). */
export const LEDGER_WAITS = sql`(accepted_at IS NULL AND retired_at IS NULL OR refused_head IS NOT NULL)`;

/** If more deliveries fail within an hour, an alarm is raised. */
const FAILED_AN_HOUR = 10;

/** An alarm that is on. */
interface RaisedAlarm {
  server: string;
  alarm: GameAlarm;
  /** Number of affected deliveries; of ledgers for `ledger`, and 1 for `rival`. */
  count: number;
}

/** Lists the raised alarms from the state of the database. An alarm ends when its cause is gone (D20). */
export async function gameAlarms(db: NodePgDatabase, now: Deps['now']): Promise<RaisedAlarm[]> {
  const at = now();
  const ago = (seconds: number) => new Date(at.getTime() - seconds * 1000);
  const silentSince = new Date(at.getTime() - SERVER_SILENT_MS);
  const { rows } = await db.execute<{ server: string; alarm: GameAlarm; count: string }>(sql`
    WITH ready AS (SELECT server_key, ready_at, code FROM deliveries d WHERE state = 'waiting' AND ready_at <= ${at}
      AND NOT (kind = 'give' AND ${whereBlocked('deliver', sql`d.account_id`, at)}))
    SELECT server_key AS server, 'late' AS alarm, count(*) FROM ready WHERE ready_at < ${ago(300)} GROUP BY 1
    UNION ALL SELECT r.server_key, 'silent', count(*) FROM ready r LEFT JOIN game_instances i USING (server_key)
      WHERE i.server_key IS NULL OR i.ended_at IS NOT NULL OR i.seen_at < ${silentSince} GROUP BY 1
    UNION ALL SELECT server_key, 'unknown', count(*) FROM deliveries WHERE state = 'unknown' GROUP BY 1
    UNION ALL SELECT server_key, 'unrecorded', count(*) FROM deliveries
      WHERE state IN ('leased', 'cancelling') AND outcome = ${UNRECORDED} GROUP BY 1
    UNION ALL SELECT d.server_key, 'failed', count(*) FROM deliveries d
      WHERE d.state = 'failed' AND d.moved_at > ${ago(3600)} GROUP BY 1 HAVING count(*) > ${FAILED_AN_HOUR}
    UNION ALL SELECT server_key, 'ledger', count(*) FROM game_ledgers WHERE ${LEDGER_WAITS} GROUP BY 1
    UNION ALL SELECT server_key, 'rival', 1 FROM game_instances WHERE rival_at > ${ago(3600)}
    UNION ALL SELECT r.server_key, 'code', count(*) FROM ready r JOIN game_instances i USING (server_key)
      WHERE NOT EXISTS (SELECT FROM jsonb_array_elements_text(i.codes || i.facts) known
        WHERE r.code LIKE replace(replace(known, '_', '\\_'), '*', '%')) GROUP BY 1
    ORDER BY 1, 2`);
  return rows.map(({ server, alarm, count }) => ({ server, alarm, count: Number(count) }));
}

/** Logs a line for each raised alarm. */
export async function tellGameAlarms({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): Promise<void> {
  for (const { server, alarm, count } of await gameAlarms(db, now))
    log.warn({ gameServer: server, alarm, count }, `a game server needs a person: ${GAME_ALARMS[alarm]}`);
}
