import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { type DatabaseLine, openDatabaseLine } from '../support/app/databaseLine.ts';
import { databaseUrl, query } from '../support/app/postgres.ts';
import { START_OPTIONS } from '../support/tools/startOptions.ts';
import { run, stop, until } from './deployPrograms.ts';

/** The folder that the image has, and how its processes are started. */
export interface Image {
  /** Starts a process of the site and waits until it is ready. */
  start: (port: number, settings?: Record<string, string>) => Promise<ChildProcess>;
  /** The way to the database, which can fall silent. */
  line: DatabaseLine;
  /** Adds a file of pages, which only processes that start later have, as those of a newer version do. */
  addFile: (name: string) => void;
  remove: () => Promise<void>;
}

const isReady = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;

/** Takes the steps of the last stage of the Dockerfile in an empty folder, with what is built here, and tries it. */
export async function layOutImage(adminUrl: string, broken: string[]): Promise<Image> {
  const stage = readFileSync(join(projectRoot, 'deploy/Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1)!;
  const folder = mkdtempSync(join(tmpdir(), 'one-rp-image-'));
  const steps = stage.replaceAll(/\\\n/g, ' ').split('\n').slice(1);
  for (const step of steps) {
    const [word, ...rest] = step.trim().split(/\s+/);
    if (word === 'COPY') copy(folder, rest);
    // the user and the folder of the data are the container's
    if (word === 'RUN' && rest[0] === 'npm') {
      const [command, ...args] = rest;
      if ((await run(command, args, { cwd: folder })) !== 0) broken.push(step);
    }
  }
  const name = `one_rp_deploy_${process.pid}`;
  await query(adminUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
  const line = await openDatabaseLine(databaseUrl(adminUrl, name));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    ...settingsOf(steps),
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    APP_SECRET: 'f6c1f5a7d0f24c3f8f7d6a1b2c3d4e5f60718293a4b5c6d7e8f9a0b1c2d3e4f5',
    DATABASE_URL: line.url,
    DEMO: '1',
    DEMO_HISTORY: '0',
    LOG_LEVEL: 'warn',
  };
  mkdirSync(env.DATA_DIR);
  const start = async (port: number, settings: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [...START_OPTIONS, 'dist/server/main.js'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...env, ...settings, PORT: String(port) },
    });
    await until('the start of the site', async () => {
      if (child.exitCode !== null) throw new Error(`the site ended with ${child.exitCode}`);
      return isReady(port);
    });
    return child;
  };

  const port = 4290;
  const site = await start(port);
  const page = await fetch(`http://127.0.0.1:${port}/en`);
  if (!page.ok || !(await page.text()).includes('ONE RP')) broken.push('the landing page of the image');
  const [command, ...args] = healthCheckOf(stage);
  const health = { cwd: folder, env: { ...env, PORT: String(port) } };
  if ((await run(command!, args, health)) !== 0) broken.push('the health check of the image');
  if ((await run('npm', ['run', '--silent', 'operator', '--', 'list'], health)) !== 0)
    broken.push("an operator's command in the image");
  if ((await stop(site)) !== 0) broken.push('the stop of the image');
  if ((await run(command!, args, { ...health, stdio: 'ignore' })) === 0)
    broken.push('the health check of a stopped image');
  return {
    start,
    line,
    addFile: (name) => writeFileSync(join(folder, 'dist/client/assets', name), 'export {};'),
    remove: async () => {
      await line.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function copy(folder: string, words: readonly string[]): void {
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.at(-1)!;
  for (const path of paths.slice(0, -1)) {
    const source = path.replace(/^\/site\//, '');
    const isFolder = target === './';
    cpSync(join(projectRoot, source), join(folder, isFolder ? source : target), { recursive: true });
  }
}

/** The settings of the ENV line. */
const settingsOf = (steps: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    steps
      .filter((step) => step.startsWith('ENV '))
      .flatMap((step) => step.slice(4).split(' '))
      .map((pair) => pair.split('=') as [string, string]),
  );

const healthCheckOf = (stage: string): string[] =>
  JSON.parse(/^HEALTHCHECK .*CMD (\[.*\])$/m.exec(stage)?.[1] ?? '[]') as string[];
