import pg from 'pg';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { testCatalogue } from '../../support/catalogue/testCatalogue.ts';
import { type DeliveryScale, fillDeliveries } from '../../support/players/fillDeliveries.ts';
import { createGameServers, type GameServer } from './gameServers.ts';

/** A database of the bench, and the game servers of which it knows the keys. */
export interface Place {
  url: URL;
  pool: pg.Pool;
  servers: GameServer[];
}

export const quiet = { info: () => {}, warn: console.warn };

/** Creates a database with deliveries that wait, and keys of all game servers. */
export async function createPlace(
  admin: pg.Pool,
  adminUrl: URL,
  name: string,
  scale: DeliveryScale,
  secretKey: Buffer,
): Promise<Place> {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
  await migrateDatabase({ connectionString: url.href });
  // without the site's time limits: a statement here may take minutes
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  await importCatalogue(pool, testCatalogue);
  await fillDeliveries(pool, scale);
  return { url, pool, servers: await createGameServers(pool, secretKey, scale.servers) };
}

/** Makes ready again what was leased and not reported. */
export const giveBack = (pool: pg.Pool): Promise<unknown> =>
  pool.query(`UPDATE deliveries SET state = 'waiting', ready_at = now(), ledger_id = NULL, lease_until = NULL,
    handed_to = NULL WHERE state = 'leased'`);

/** Makes everything unready. */
export const hideAll = (pool: pg.Pool): Promise<unknown> =>
  pool.query(`UPDATE deliveries SET ready_at = NULL WHERE state = 'waiting' AND ready_at IS NOT NULL`);

/** Makes some of what waits ready, on each server. */
export const makeReady = (
  pool: Pick<pg.ClientBase, 'query'>,
  each: number,
  readyAt = 'now()',
): Promise<unknown> =>
  pool.query(
    `UPDATE deliveries d SET ready_at = ${readyAt} FROM (SELECT next.id FROM game_instances i
      CROSS JOIN LATERAL (SELECT id FROM deliveries w WHERE w.server_key = i.server_key
        AND w.state NOT IN ('done', 'cancelled') AND w.state = 'waiting' AND w.ready_at IS NULL
        ORDER BY w.id LIMIT $1) next) chosen WHERE d.id = chosen.id`,
    [each],
  );

/** Hands over deliveries of each server by SQL, as an hour of work would: what is left of them are dead rows. */
export async function churn(client: pg.ClientBase, each: number): Promise<void> {
  await client.query('SET statement_timeout = 0');
  await makeReady(client, each, `now() - interval '1 hour'`);
  const isOld = `ready_at < now() - interval '30 minutes'`;
  await client.query(`UPDATE deliveries SET state = 'leased', ledger_id = 'churn', attempt = 1, ready_at = NULL,
    lease_until = now() + interval '1 minute' WHERE state = 'waiting' AND ${isOld}`);
  await client.query(
    `UPDATE deliveries SET state = 'done', done_at = now() WHERE state = 'leased' AND ledger_id = 'churn'`,
  );
}
