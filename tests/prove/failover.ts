import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestDatabase } from '../support/app/postgres.ts';
import { type Campaign, runCampaign } from './failover/campaign.ts';
import type { Cluster, Fault, Way } from './failover/cluster.ts';
import { lacksForPatroni, startPatroni } from './failover/patroni.ts';
import { brokenFailoverBounds, tableOf } from './failover/report.ts';
import { startStreaming } from './failover/streaming.ts';

/*
 * Lets the database of three processes of the built site fail in every way, under sign-ins, purchases and openings
 * (T28). The quick form needs nothing but the PostgreSQL of the npm package; with `--full` it is a cluster of Patroni,
 * etcd and HAProxy. `--ways=hosts` and `--faults=kill,isolate` choose; `--planted` lets no commit wait for the standby, which
 * the quick form must find. A table and one JSON line; the exit code is 0 only
 * when every bound is met.
 */

const isFull = process.argv.includes('--full');
const given = (name: string) =>
  process.argv
    .find((word) => word.startsWith(`--${name}=`))
    ?.split('=')[1]
    ?.split(',')
    .filter(Boolean);
const ways = (given('ways') ?? ['hosts', 'address']) as Way[];

const lack = isFull ? lacksForPatroni() : undefined;
if (lack !== undefined) {
  console.error(lack);
  process.exit(1);
}
const startedAt = performance.now();
const logs = mkdtempSync(join(tmpdir(), 'one-rp-failover-logs-'));
const cluster: Cluster = await (isFull
  ? startPatroni()
  : startStreaming(!process.argv.includes('--planted')));
const faults = (given('faults') as Fault[] | undefined) ?? cluster.faults;
const campaigns: Campaign[] = [];
try {
  process.env['TEST_DATABASE_URL'] = await cluster.primaryUrl('postgres');
  const { templates } = await startTestDatabase();
  for (const way of ways) {
    const template = { adminUrl: await cluster.primaryUrl('postgres'), templates };
    campaigns.push(await runCampaign(cluster, template, way, faults, join(logs, way)));
  }
} finally {
  await cluster.stop();
}
const broken = campaigns.flatMap(brokenFailoverBounds);
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(tableOf(campaigns));
console.log(
  JSON.stringify({
    proof: 'failover',
    form: isFull ? 'full' : 'quick',
    seconds,
    ok: broken.length === 0,
    broken,
    campaigns,
  }),
);
if (broken.length > 0) console.log(`the logs of the processes are in ${logs}`);
else rmSync(logs, { recursive: true });
process.exitCode = broken.length === 0 ? 0 : 1;
