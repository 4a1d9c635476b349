import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { fastestFolder } from '../../support/app/dataDir.ts';
import { hasProgram, stop, until } from '../deployPrograms.ts';
import type { Cluster } from './cluster.ts';
import { runOn } from './postgresNode.ts';
import {
  closeNetwork,
  cutOff,
  killOn,
  type Machine,
  openNetwork,
  processesOf,
  reconnect,
} from './network.ts';

const NAMES = ['db-a', 'db-b', 'db-c'];
const HAPROXY_PORT = 4345;
const REPLICA_PORT = 4346;
const PROGRAMS = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  nft: 'nftables',
  ip: 'iproute2',
};
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres';

/** What the machine lacks for a cluster with Patroni, as a sentence; undefined if it lacks nothing. */
export function lacksForPatroni(): string | undefined {
  if (process.getuid?.() !== 0) return 'The full form makes network namespaces, so it must run as root.';
  const packages = Object.entries(PROGRAMS).filter(([program]) => !hasProgram(program));
  const names = packages.map(([, name]) => name);
  if (!hasProgram(POSTGRES)) names.push('postgresql-15');
  if (names.length === 0) return undefined;
  return `The full form needs Debian's packages: apt-get install --no-install-recommends ${names.join(' ')}`;
}

/** A node whose data has gone another way is copied anew, which takes long on a busy machine. */
const WHOLE_MINUTES = 6;
/** A standby that starts for longer has received more than the present primary, and never gets there by itself. */
const STUCK_MS = 60_000;
const LOG_LINES = 12;

const lastLines = (file: string) =>
  readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_LINES).join('\n');

interface Member {
  name: string;
  role: string;
  state: string;
}

const ask = (machine: Machine, path: string, init: RequestInit = {}) =>
  fetch(`http://${machine.address}:8008${path}`, {
    ...init,
    signal: AbortSignal.timeout(init.method ? 60_000 : 1500),
  });

/** What `patronictl reinit` does, as docs/operating.md says for a standby that stays `starting`. */
async function copyAnew(machine: Machine): Promise<void> {
  console.error(`${machine.name} stays "starting": its data is copied anew`);
  await ask(machine, '/reinitialize', { method: 'POST', body: JSON.stringify({ force: true }) });
}

const isPrimary = (machine: Machine) =>
  ask(machine, '/primary').then(
    ({ status }) => status === 200,
    () => false,
  );

/** Starts three machines with PostgreSQL, Patroni and etcd, and HAProxy beside the site, from the files of `deploy/`. */
export async function startPatroni(): Promise<Cluster> {
  const folder = mkdtempSync(join(fastestFolder(), 'one-rp-patroni-'));
  chmodSync(folder, 0o755);
  const machines = openNetwork(NAMES);
  for (const machine of machines) prepare(folder, machine, machines);
  for (const machine of machines) startEtcd(folder, machine, machines);
  for (const machine of machines) startDatabase(folder, machine);
  const haproxy = startHaproxy(folder, machines);

  const primary = async (): Promise<Machine> => {
    for (;;) {
      const answers = await Promise.all(machines.map(isPrimary));
      const found = machines[answers.indexOf(true)];
      if (found) return found;
      await sleep(100);
    }
  };
  /** Waits until a machine other than the former primary is one, and a commit on it has a standby. */
  const nextAfter = async (former: Machine): Promise<number> => {
    const others = machines.filter((machine) => machine !== former);
    for (;;) {
      const next = others[(await Promise.all(others.map(isPrimary))).indexOf(true)];
      const commit = `SELECT pg_logical_emit_message(true, 'proof', 'a commit')`;
      const isDone =
        next && runOn(`postgres://postgres@${next.address}:5432/postgres`, commit).then(() => true);
      if (await isDone?.catch(() => false)) return performance.now();
      await sleep(100);
    }
  };
  const members = async () =>
    ((await (await ask(await primary(), '/cluster')).json()) as { members: Member[] }).members;
  const syncStandby = async () => (await members()).find(({ role }) => role === 'sync_standby')?.name;
  const machineOf = (name: string | undefined) => machines.find((machine) => machine.name === name)!;
  const isWhole = async () => {
    const all = await members();
    const isUp = ({ state }: Member) => state === 'running' || state === 'streaming';
    return all.length === NAMES.length && all.every(isUp) && (await syncStandby()) !== undefined;
  };
  const heal = async () => {
    for (const machine of machines) {
      reconnect(machine);
      const programs = processesOf(machine).map(({ program }) => program);
      if (!programs.includes('etcd')) startEtcd(folder, machine, machines);
      if (!programs.some((program) => program.startsWith('patroni'))) startDatabase(folder, machine);
    }
    const sinceMs = new Map<string, number>();
    const isHealed = async () => {
      for (const { name, state } of await members()) {
        if (state !== 'starting') sinceMs.delete(name);
        else if (!sinceMs.has(name)) sinceMs.set(name, performance.now());
        else if (performance.now() - sinceMs.get(name)! > STUCK_MS) {
          sinceMs.delete(name);
          await copyAnew(machineOf(name));
        }
      }
      return isWhole();
    };
    await until('a whole cluster', isHealed, WHOLE_MINUTES).catch(async (error: unknown) => {
      throw new Error(await stateOf(), { cause: error });
    });
  };
  /** What an incomplete cluster says of itself. */
  const stateOf = async () => {
    const known = await Promise.race([members().catch(String), sleep(5000, 'no primary')]);
    const logs = machines.map(({ name }) => lastLines(join(folder, name, 'patroni.log')));
    return [JSON.stringify(known), ...logs].join('\n');
  };
  const standbys = async () => {
    const first = await primary();
    return machines.filter((machine) => machine !== first);
  };
  let lost: Machine[] = [];

  await until('a whole cluster', isWhole);
  return {
    faults: ['kill', 'isolate', 'switchOver', 'standby', 'standbys'],
    urlOf: (way, database) =>
      way === 'hosts'
        ? `postgres://postgres@${machines.map(({ address }) => `${address}:5432`).join(',')}/${database}`
        : `postgres://postgres@127.0.0.1:${HAPROXY_PORT}/${database}`,
    replicaUrl: (database) => `postgres://postgres@127.0.0.1:${REPLICA_PORT}/${database}`,
    primaryUrl: async (database) => `postgres://postgres@${(await primary()).address}:5432/${database}`,
    kill: async () => {
      const former = await primary();
      killOn(former);
      return nextAfter(former);
    },
    isolate: async () => {
      const former = await primary();
      cutOff(former);
      return nextAfter(former);
    },
    switchOver: async () => {
      const former = await primary();
      const order = { leader: former.name, candidate: await syncStandby() };
      void ask(former, '/switchover', { method: 'POST', body: JSON.stringify(order) }).catch(() => {});
      return nextAfter(former);
    },
    loseStandby: async () => {
      const former = machineOf(await syncStandby());
      killOn(former, isDatabase);
      await until('another synchronous standby', async () => {
        const name = await syncStandby();
        return name !== undefined && name !== former.name;
      });
      return performance.now();
    },
    // etcd stays: without its majority Patroni would stop the primary
    loseStandbys: async () => {
      lost = await standbys();
      for (const machine of lost) killOn(machine, isDatabase);
    },
    returnStandbys: async () => {
      for (const machine of lost) startDatabase(folder, machine);
      await until('a synchronous standby', async () => (await syncStandby()) !== undefined);
      return performance.now();
    },
    heal,
    stop: async () => {
      await stop(haproxy);
      for (const machine of machines) killOn(machine);
      closeNetwork(NAMES);
      await sleep(500);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isDatabase = (program: string) => program !== 'etcd';

/** Writes the machine's own copy of the example: its name, addresses and folders; its network is trusted. */
function prepare(folder: string, machine: Machine, machines: readonly Machine[]): void {
  const home = join(folder, machine.name);
  mkdirSync(home);
  const example = readFileSync(join(projectRoot, 'deploy/patroni.yml'), 'utf8');
  const own = example
    .replace(/^name: .*$/m, `name: ${machine.name}`)
    .replace(/^( {2}hosts:).*$/m, `$1 ${machines.map(({ address }) => `${address}:2379`).join(',')}`)
    .replaceAll('10.0.0.11', machine.address)
    .replaceAll('10.0.0.0/24 scram-sha-256', '10.231.77.0/24 trust')
    .replace('local all all peer', 'local all all trust')
    .replace('/var/lib/postgresql/15/one-rp', join(home, 'data'))
    .replace('/var/lib/postgresql/.pgpass-one-rp', join(home, 'pgpass'))
    .replace('/var/run/postgresql', home);
  writeFileSync(join(home, 'patroni.yml'), own);
  spawnSync('chown', ['-R', 'nobody', home]);
}

/** Starts a program on a machine, as a user who is not root. It ends only when it is killed. */
function startOn(
  folder: string,
  { name, namespace }: Machine,
  log: string,
  command: readonly string[],
): void {
  const output = openSync(join(folder, name, log), 'a');
  const asNobody = ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'];
  const child = spawn('ip', ['netns', 'exec', namespace, ...asNobody, ...command], {
    cwd: join(folder, name),
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: join(folder, name) },
  });
  child.unref();
}

function startEtcd(folder: string, machine: Machine, machines: readonly Machine[]): void {
  const { name, address } = machine;
  const all = machines.map((each) => `${each.name}=http://${each.address}:2380`).join(',');
  const settings = {
    name,
    'data-dir': join(folder, name, 'etcd'),
    'listen-peer-urls': `http://${address}:2380`,
    'initial-advertise-peer-urls': `http://${address}:2380`,
    'listen-client-urls': `http://${address}:2379`,
    'advertise-client-urls': `http://${address}:2379`,
    'initial-cluster': all,
    'initial-cluster-token': 'one-rp',
  };
  const args = Object.entries(settings).map(([key, value]) => `--${key}=${value}`);
  startOn(folder, machine, 'etcd.log', ['etcd', ...args]);
}

const startDatabase = (folder: string, machine: Machine): void =>
  startOn(folder, machine, 'patroni.log', ['patroni', join(folder, machine.name, 'patroni.yml')]);

function startHaproxy(folder: string, machines: readonly Machine[]) {
  let text = readFileSync(join(projectRoot, 'deploy/database.haproxy.cfg'), 'utf8')
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${HAPROXY_PORT}`)
    .replace('bind 127.0.0.1:5001', `bind 127.0.0.1:${REPLICA_PORT}`);
  for (const [at, { address }] of machines.entries()) text = text.replaceAll(`10.0.0.${11 + at}`, address);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  return spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] });
}
