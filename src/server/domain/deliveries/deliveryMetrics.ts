import { sql } from 'drizzle-orm';
import type { Registry } from 'prom-client';
import { gameAlarms } from './gameAlarms.ts';
import { databaseGauge } from '#/server/platform/kernel/databaseGauge.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Metrics of what the game must do. They are read from the database, so every process shows the same. */
export function deliveryMetrics(register: Registry, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  databaseGauge(
    register,
    {
      name: 'deliveries',
      help: 'Deliveries that are not final, by game server and state; unknown and failed ones wait for an operator',
      labelNames: ['server', 'state'],
    },
    async () => {
      const { rows } = await db.execute<{ server: string; state: string; count: string }>(sql`
        SELECT server_key AS server, state, count(*) FROM deliveries
        WHERE state NOT IN ('done', 'cancelled') GROUP BY 1, 2`);
      return rows.map(({ server, state, count }) => ({ labels: { server, state }, value: Number(count) }));
    },
  );
  databaseGauge(
    register,
    {
      name: 'delivery_oldest_ready_seconds',
      help: 'Age of the delivery of each game server that is ready longest; an alarm above 300',
      labelNames: ['server'],
    },
    async () => {
      const { rows } = await db.execute<{ server: string; seconds: number }>(sql`
        SELECT server_key AS server, greatest(0, extract(epoch FROM ${now()} - min(ready_at)))::int AS seconds
        FROM deliveries WHERE state = 'waiting' AND ready_at IS NOT NULL GROUP BY 1`);
      return rows.map(({ server, seconds }) => ({ labels: { server }, value: seconds }));
    },
  );
  databaseGauge(
    register,
    {
      name: 'game_alarms',
      help: 'Alarms of game servers that are on, and how many things each is about; an alarm on any of them',
      labelNames: ['server', 'alarm'],
    },
    async () => {
      const alarms = await gameAlarms(db, now);
      return alarms.map(({ server, alarm, count }) => ({ labels: { server, alarm }, value: count }));
    },
  );
}
