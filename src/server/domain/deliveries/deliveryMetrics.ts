import { sql } from 'drizzle-orm';
import type { Registry } from 'prom-client';
import { whereBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { gameAlarms } from './gameAlarms.ts';
import { databaseGauge } from '#/server/platform/watch/databaseGauge.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Metrics of deliveries. They are read from the database, so every process shows the same. */
export function deliveryMetrics(register: Registry, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  databaseGauge(
    register,
    {
      name: 'deliveries',
      help: 'Deliveries by game server and state: waiting ones that are ready, leased ones, and those that wait for an operator; not those that wait for their player',
      labelNames: ['server', 'state'],
    },
    async () => {
      const { rows } = await db.execute<{ server: string; state: string; count: string }>(sql`
        SELECT server_key AS server, state, count(*) FROM (
          SELECT server_key, state FROM deliveries WHERE state = 'waiting' AND ready_at IS NOT NULL
          UNION ALL SELECT server_key, state FROM deliveries WHERE state IN ('leased', 'cancelling')
          UNION ALL SELECT server_key, state FROM deliveries WHERE state IN ('failed', 'unknown')) open
        GROUP BY 1, 2`);
      return rows.map(({ server, state, count }) => ({ labels: { server, state }, value: Number(count) }));
    },
  );
  databaseGauge(
    register,
    {
      name: 'delivery_oldest_ready_seconds',
      help: 'Age of the delivery of each game server that has been ready longest, without those for blocked players; above 300 the alarm `late` is on',
      labelNames: ['server'],
    },
    async () => {
      const { rows } = await db.execute<{ server: string; seconds: number }>(sql`
        SELECT s.key AS server, greatest(0, extract(epoch FROM ${now()} - oldest.ready_at))::int AS seconds FROM servers s
        CROSS JOIN LATERAL (SELECT ready_at FROM deliveries d WHERE server_key = s.key AND state = 'waiting'
          AND ready_at IS NOT NULL AND NOT (kind = 'give' AND ${whereBlocked('deliver', sql`d.account_id`, now())})
          ORDER BY ready_at LIMIT 1) oldest`);
      return rows.map(({ server, seconds }) => ({ labels: { server }, value: seconds }));
    },
  );
  databaseGauge(
    register,
    {
      name: 'game_alarms',
      help: 'Raised alarms of game servers, and how many deliveries or ledgers each is about',
      labelNames: ['server', 'alarm'],
    },
    async () => {
      const alarms = await gameAlarms(db, now);
      return alarms.map(({ server, alarm, count }) => ({ labels: { server, alarm }, value: count }));
    },
  );
}
