import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastestFolder } from '../../support/app/dataDir.ts';
import type { Cluster } from './cluster.ts';
import { openMovingAddress } from './movingAddress.ts';
import { type PostgresNode, postgresNode } from './postgresNode.ts';

/** Time until somebody notices that a primary is gone, as a manager of clusters needs some, too. */
const NOTICE_MS = 3000;
const PORTS = [4341, 4342] as const;

/**
 * Starts a primary and a synchronous standby by plain streaming replication, with the PostgreSQL of the npm package.
 * The proof itself does what else a manager of clusters does: it promotes the standby and copies the lost node anew.
 * @param isSynchronous false plants a fault that the proof must find: no commit waits for the standby
 */
export async function startStreaming(isSynchronous = true): Promise<Cluster> {
  const folder = mkdtempSync(join(fastestFolder(), 'one-rp-failover-'));
  chmodSync(folder, 0o755);
  const nodes: PostgresNode[] = [];
  for (const [at, port] of PORTS.entries())
    nodes.push(await postgresNode(`node${at + 1}`, join(folder, `node${at + 1}`), port));
  let [primary, standby] = nodes as [PostgresNode, PostgresNode];
  const address = await openMovingAddress();
  const portOf = (node: PostgresNode) => Number(new URL(node.line.url).port);

  const promote = async () => {
    [primary, standby] = [standby, primary];
    // a cluster of two goes on with one, as Patroni's synchronous mode does
    await primary.run(`ALTER SYSTEM SET synchronous_standby_names = ''`);
    await primary.run('SELECT pg_promote()');
    address.moveTo(portOf(primary));
    return performance.now();
  };
  const joinStandby = async () => {
    await standby.copyFrom(primary);
    await isStreaming();
    if (!isSynchronous) return;
    await primary.run(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await primary.run('SELECT pg_reload_conf()');
    await isStreaming('sync');
  };
  const isStreaming = async (syncState = '%') => {
    const standbys = `SELECT FROM pg_stat_replication WHERE sync_state LIKE '${syncState}' AND state = 'streaming'`;
    while ((await primary.run(standbys)).length === 0) await sleep(50);
  };

  await primary.start();
  address.moveTo(portOf(primary));
  await joinStandby();
  return {
    faults: ['kill', 'isolate', 'switchOver', 'standbys', 'alone'],
    urlOf: (way, database) =>
      way === 'hosts'
        ? `postgres://postgres@${nodes.map((node) => `127.0.0.1:${portOf(node)}`).join(',')}/${database}`
        : `postgres://postgres@127.0.0.1:${address.port}/${database}`,
    // the second node is a standby at first; its line falls silent with it
    replicaUrl: (database) => `postgres://postgres@127.0.0.1:${portOf(nodes[1]!)}/${database}`,
    primaryUrl: (database) => Promise.resolve(primary.url(database)),
    kill: async () => {
      await primary.kill();
      await sleep(NOTICE_MS);
      return promote();
    },
    isolate: async () => {
      primary.line.silenceAll();
      await sleep(NOTICE_MS);
      return promote();
    },
    switchOver: async () => {
      await primary.shutDown();
      return promote();
    },
    loseStandbys: () => standby.kill(),
    returnStandbys: async () => {
      await standby.start();
      await isStreaming(isSynchronous ? 'sync' : 'async');
      return performance.now();
    },
    crashAlone: async () => {
      await primary.kill();
      await primary.start();
    },
    loseAlone: async () => {
      await primary.kill();
      await standby.start();
      return promote();
    },
    heal: async () => {
      // an isolated primary comes back and still believes that it is one
      standby.line.resumeAll();
      if (standby.isRunning()) await sleep(NOTICE_MS);
      await joinStandby();
    },
    stop: async () => {
      await address.close();
      for (const node of nodes) await node.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
