import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#/server/platform/config/config.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { showCounters } from '#/server/jobs/jobRunner.ts';
import { JOBS } from '#/server/jobs/jobs.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';
import { START_OPTIONS } from '../../support/tools/startOptions.ts';

const METRICS_TOKEN = 'the bearer of the metrics';

let app: TestApp;
let metrics: string;
beforeAll(async () => {
  app = await createTestApp({ config: { metricsToken: METRICS_TOKEN } });
  await app.get('/healthz');
  // as the background work does
  showCounters(JOBS);
  metrics = (await app.get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })).body;
});
afterAll(() => app.close());

/** Files of `deploy/` that belong to the repository. */
const TRACKED = new Set(
  readdirSync(join(projectRoot, 'deploy'))
    .map((name) => `deploy/${name}`)
    .filter((path) => !['deploy/backups', 'deploy/site.env'].includes(path)),
);

const textOf = (file: string) => readFileSync(join(projectRoot, 'deploy', file), 'utf8');
const OPERATING = readFileSync(join(projectRoot, 'docs/operating.md'), 'utf8');
/** Metrics that an expression names, each with its labels; the scraper adds `job` and `instance`. */
const selectors = (text: string) =>
  [...text.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)\{((?:[^{}"]|\\?"(?:[^"\\]|\\.)*?\\?")*)\}/g)].map(
    ([, name = '', labels = '']) => ({
      name: name.replace(/_(bucket|count|sum)$/, ''),
      labels: [...labels.matchAll(/(\w+)=/g)].map(([, label]) => label),
    }),
  );

describe.each(['prometheus.rules.yml', 'grafana.json'])('N12 %s', (file) => {
  const all = selectors(textOf(file));

  test('names only metrics that the site has', () => {
    expect(all.length).toBeGreaterThan(10);
    const known = new Set([...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    expect(all.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  test('asks for the site’s own scrape job everywhere', () => {
    expect(all.filter(({ labels }) => !labels.includes('job'))).toEqual([]);
  });
});

test('N12 every setting has a row in the table', () => {
  const source = readFileSync(join(projectRoot, 'src/server/platform/config/config.ts'), 'utf8');
  const [, fields = ''] = /const environment = z\.object\(\{\n([^]*?)^\}\);/m.exec(source) ?? [];
  const names = [...fields.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(50);
  const rows = OPERATING.split('\n').filter((line) => line.startsWith('| `'));
  expect(names.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([]);
});

test('N12 the shell of the commands reads the example of the settings as systemd and compose do', () => {
  const lines = textOf('site.env.example').matchAll(/^([A-Z_]+)=('?)(.*)\2$/gm);
  const meant = Object.fromEntries([...lines].map(([, name, , value]) => [name!, value!]));
  expect(meant['MAIL_FROM']).toBe('ONE RP <no-reply@example.org>');
  const words = Object.keys(meant).map((name) => `"$${name}"`);
  const script = `set -e; . "$0"; printf '%s\\n' ${words.join(' ')}`;
  const file = join(projectRoot, 'deploy/site.env.example');
  const { stdout, stderr } = spawnSync('sh', ['-c', script, file], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.split('\n').slice(0, -1)).toEqual(Object.values(meant));
});

test('N12 the settings of the example exist', () => {
  const names = [...textOf('site.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!);
  const own = new Set(['SITE_DOMAIN', 'POSTGRES_PASSWORD', 'PGPASSWORD']);
  expect(names.filter((name) => !own.has(name) && !OPERATING.includes(`\`${name}\``))).toEqual([]);
});

test('N12 neither the image nor the repository takes what compose keeps beside its file', () => {
  const [, build = ''] = /^ {4}context: (.+)$/m.exec(textOf('compose.yaml')) ?? [];
  expect(build).toBe('..');
  const kept = [...textOf('compose.yaml').matchAll(/\.\/([\w.-]+):\/|env_file: ([\w.-]+)/g)].map(
    ([, mounted, settings]) => `deploy/${mounted ?? settings}`,
  );
  const own = kept.filter((path) => !TRACKED.has(path));
  expect(new Set(own)).toEqual(new Set(['deploy/site.env', 'deploy/backups']));
  for (const file of ['.dockerignore', '.gitignore']) {
    const lines = readFileSync(join(projectRoot, file), 'utf8').split('\n');
    expect(own.filter((path) => !lines.includes(path) && !lines.includes(`${path}/`))).toEqual([]);
  }
});

test('N12 no log of compose grows until the disk is full', () => {
  const text = textOf('compose.yaml');
  const [, services = ''] = /^services:\n([^]*?)^volumes:/m.exec(text) ?? [];
  const [, site = ''] = /^x-site: &site\n([^]*?)^\S/m.exec(text) ?? [];
  const bodies = services.split(/^ {2}(?=\S)/m).filter((body) => body.trim() !== '');
  expect(bodies.length).toBeGreaterThan(3);
  const limited = bodies.map((body) => (body.includes('*site') ? site : body).includes('logging: *log'));
  expect(limited).not.toContain(false);
  expect(text).toMatch(
    /^x-log: &log\n {2}driver: local\n {2}options: \{ max-size: \d+m, max-file: '\d+' \}$/m,
  );
});

test('N12 Patroni asks the etcd of the three machines', () => {
  const etcd = textOf('etcd.env.example');
  const [, asked = ''] = /^etcd3:\n {2}hosts: (.+)$/m.exec(textOf('patroni.yml')) ?? [];
  expect(asked).not.toBe('');
  const [, members = ''] = /^ETCD_INITIAL_CLUSTER=(.+)$/m.exec(etcd) ?? [];
  const addresses = [...members.matchAll(/=http:\/\/([\d.]+):2380/g)].map(([, address]) => `${address}:2379`);
  expect(addresses.join(',')).toBe(asked);
  const own = [...etcd.matchAll(/^ETCD_(?:LISTEN|ADVERTISE)_CLIENT_URLS=http:\/\/(.+)$/gm)];
  expect(own.map(([, address]) => address)).toEqual([addresses[0], addresses[0]]);
});

test('N12 the proxies have room for the live streams of two processes', () => {
  const streams = 2 * readConfig({}).liveStreams.inAll;
  const [, haproxy] = /^ {2}maxconn (\d+)$/m.exec(textOf('haproxy.cfg')) ?? [];
  expect(Number(haproxy)).toBeGreaterThan(streams);
  // nginx counts the connections to the site too, and all of them may be one worker's
  const [, files] = /worker_rlimit_nofile (\d+);/.exec(textOf('nginx.conf')) ?? [];
  const [, connections] = /worker_connections (\d+);/.exec(textOf('nginx.conf')) ?? [];
  expect(Number(connections)).toBeGreaterThan(2 * streams);
  expect(Number(files)).toBeGreaterThan(Number(connections));
});

test('N12 the metrics are read as the job that alarms and dashboard ask for, with the rules', () => {
  const text = textOf('prometheus.yml');
  expect(text).toContain('job_name: one-rp\n');
  const [, rules = ''] = /^rule_files: \[(.+)\]$/m.exec(text) ?? [];
  expect(TRACKED).toContain(`deploy/${rules}`);
});

test('N12 image and units start the site with the options of npm start', () => {
  const program = [...START_OPTIONS, 'dist/server/main.js'];
  expect(textOf('Dockerfile')).toContain(`CMD ${JSON.stringify(['node', ...program]).replaceAll(',', ', ')}`);
  const line = `ExecStart=/usr/bin/node ${program.join(' ')}\n`;
  expect(textOf('one-rp@.service')).toContain(line);
  expect(OPERATING).toContain(line);
});

test('N12 a process goes on trying until its database is there', () => {
  for (const text of [textOf('one-rp@.service'), OPERATING]) {
    const [, unit = '', service = ''] =
      /\[Unit\]\n([^]*?)\[Service\]\n([^]*?)(?:\[Install\]|```)/.exec(text) ?? [];
    expect(unit).toMatch(/^ *StartLimitIntervalSec=0$/m);
    expect(service).toMatch(/^ *Restart=always\n *RestartSec=\d+$/m);
  }
});

test('N12 an upgrade, and a command, find the embedded database of the former version', () => {
  const unit = textOf('one-rp@.service');
  const [, folder] = /^StateDirectory=(.+)$/m.exec(unit) ?? [];
  expect(unit).not.toMatch(/^Environment=.*DATA_DIR/m);
  expect(unit).toMatch(/^EnvironmentFile=\/etc\/one-rp\.env$/m);
  expect(OPERATING).toContain(
    `\`/etc/one-rp.env\`. With the embedded database it needs \`DATA_DIR=/var/lib/${folder}\``,
  );
});
