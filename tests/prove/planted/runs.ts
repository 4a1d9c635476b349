import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectOf } from '../../support/tools/projectOf.ts';
import type { PlantedBug } from './bug.ts';
import { titlePattern } from './bugs.ts';

/** The outcome of the named test. Anything but `failed` and `passed` proves nothing. */
export interface Verdict {
  outcome: 'failed' | 'passed' | 'crashed' | 'did not run';
  /** First line of why a test failed, or why there is no verdict; else empty. */
  reason: string;
}

/** The part of Vitest's report that is read here. */
interface Report {
  testResults: {
    name: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

type Named = Pick<PlantedBug, 'test' | 'name'>;

/** The source was broken so that it cannot even run, which proves nothing about the test. */
const CRASH = /^(?:Syntax|Reference)Error|^Error: (?:Cannot find|Transform failed|Parse failure)/;

/** Copies the tracked files as they are now into a temporary folder. @returns the folder, for the caller to delete */
export function copyTree(): string {
  const root = mkdtempSync(join(tmpdir(), 'one-rp-planted-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name && existsSync(name))) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(file, join(root, file));
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'), 'junction');
  return root;
}

/**
 * Runs the named tests of one project in a copy of the tree, all in one process of Vitest.
 * @param adminUrl the PostgreSQL that the tests use
 * @returns the verdict on each, in their order
 */
export async function runNamed(root: string, adminUrl: string, named: readonly Named[]): Promise<Verdict[]> {
  const outputFile = join(root, 'report.json');
  rmSync(outputFile, { force: true });
  const files = [...new Set(named.map(({ test }) => test))];
  const pattern = [...new Set(named.map(({ name }) => titlePattern(name)))].join('|');
  const projects = [...new Set(named.map(({ test }) => `--project=${projectOf(test)}*`))];
  const reports = ['--reporter=json', `--outputFile=${outputFile}`];
  const output = await vitest(root, adminUrl, ['run', ...projects, ...reports, ...files, '-t', pattern]);
  if (!existsSync(outputFile)) {
    const reason = `Vitest wrote no report: ${output.slice(-300)}`;
    return named.map(() => ({ outcome: 'did not run', reason }));
  }
  const report = JSON.parse(readFileSync(outputFile, 'utf8')) as Report;
  return named.map((one) => verdictOn(report, root, one));
}

function vitest(root: string, adminUrl: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TEST_DATABASE_URL: adminUrl, NO_COLOR: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}

function verdictOn({ testResults }: Report, root: string, { test, name }: Named): Verdict {
  const suite = testResults.find((result) => result.name.endsWith(`/${test}`));
  const pattern = new RegExp(titlePattern(name));
  const ran = (suite?.assertionResults ?? []).filter(
    ({ fullName, status }) => pattern.test(fullName) && (status === 'passed' || status === 'failed'),
  );
  const failed = ran.filter(({ status }) => status === 'failed');
  if (ran.length === 0)
    return { outcome: 'did not run', reason: firstLine(suite?.message ?? `not in ${root}`) };
  if (failed.length === 0) return { outcome: 'passed', reason: '' };
  const reasons = failed.map(({ failureMessages }) => firstLine(failureMessages?.[0] ?? ''));
  const real = reasons.find((reason) => !CRASH.test(reason));
  return real === undefined
    ? { outcome: 'crashed', reason: reasons[0]! }
    : { outcome: 'failed', reason: real };
}

const firstLine = (text: string) => stripVTControlCharacters(text).trim().split('\n', 1)[0]!;
