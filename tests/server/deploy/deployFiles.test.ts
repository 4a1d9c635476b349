import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

test('N12 the settings of the example exist', () => {
  const names = [...textOf('site.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!);
  const own = new Set(['SITE_DOMAIN', 'POSTGRES_PASSWORD', 'PGPASSWORD']);
  const documented = readFileSync(join(projectRoot, 'docs/operating.md'), 'utf8');
  expect(names.filter((name) => !own.has(name) && !documented.includes(`\`${name}\``))).toEqual([]);
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

test('N12 image and units start the site with the options of npm start', () => {
  const program = [...START_OPTIONS, 'dist/server/main.js'];
  expect(textOf('Dockerfile')).toContain(`CMD ${JSON.stringify(['node', ...program]).replaceAll(',', ', ')}`);
  const command = `node ${program.join(' ')}`;
  expect(textOf('one-rp@.service')).toContain(`ExecStart=/usr/bin/${command}\n`);
  expect(readFileSync(join(projectRoot, 'docs/operating.md'), 'utf8')).toContain(`\`${command}\``);
});

test('N12 a shell reads the example of the settings as systemd and compose do', () => {
  const file = join(projectRoot, 'deploy/site.env.example');
  const read = spawnSync('sh', ['-c', `. ${file} && printf %s "$MAIL_FROM"`], { encoding: 'utf8' });
  expect([read.status, read.stdout, read.stderr]).toEqual([0, 'ONE RP <no-reply@example.org>', '']);
});
