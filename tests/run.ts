import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engines, missingEngines } from './engines/engines.ts';
import { chromiumPath } from './support/tools/chromium.ts';
import { projectOf } from './support/tools/projectOf.ts';
import { inShort, tallyOfPlaywright, type Tally } from './support/tools/tally.ts';
import { readUnhandled, UNHANDLED_FILE } from './support/tools/unhandledErrors.ts';

/**
 * Runs everything that proves the site and counts it; with `--static` only what needs no browser and no database; with
 * names of test files only those.
 */

/** Files that get a second try. More that fail at once are no accident. */
const MOST_TRIED_AGAIN = 6;

const isStatic = process.argv.includes('--static');
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const reports = mkdtempSync(join(tmpdir(), 'one-rp-reports-'));
const counts = { passed: 0, failed: 0 };
/** Takes the errors outside of the tests of Vitest. */
const unhandledFile = join(reports, 'unhandled');
/** Told once more above the last line, because a long run scrolls it away. */
const failures: string[] = [];
/** How long each part took, in the order of the run. */
const parts: { title: string; seconds: number }[] = [];
// on Linux, a program that wakes another one goes on at once; this saves a twentieth of the time
spawnSync('chrt', ['--batch', '--pid', '0', String(process.pid)], { stdio: 'ignore' });

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000;

/** Commands of the packages; `npx` would take longer to find one than some of them run. */
const COMMANDS = join('node_modules', '.bin');

/**
 * Runs a command of a package.
 * @param hear takes what the command says; without it, it is printed at once
 */
function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  hear?: (part: Buffer) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const isWindows = process.platform === 'win32';
    const output = hear ? 'pipe' : 'inherit';
    const child = spawn(join(COMMANDS, isWindows ? `${command}.cmd` : command), args, {
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
      shell: isWindows,
    });
    for (const stream of [child.stdout, child.stderr]) if (hear) stream?.on('data', hear);
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function heading(title: string): void {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`);
}

/** A command that either holds or does not. */
interface Step {
  title: string;
  command: [name: string, ...args: string[]];
}

/** Runs steps at the same time. What each says is printed whole, in the order of the steps. @returns whether each holds */
async function check(...steps: Step[]): Promise<boolean[]> {
  const startedAt = performance.now();
  const runs = steps.map(async ({ command: [name, ...args] }) => {
    const said: Buffer[] = [];
    const code = await run(name, args, {}, (part) => said.push(part));
    return { isGood: code === 0, seconds: secondsSince(startedAt), said: Buffer.concat(said).toString() };
  });
  for (const [at, done] of runs.entries()) {
    const { isGood, seconds, said } = await done;
    const { title = '' } = steps[at] ?? {};
    heading(title);
    process.stdout.write(said);
    console.log(`${isGood ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
    counts[isGood ? 'passed' : 'failed'] += 1;
    if (!isGood) failures.push(title);
    parts.push({ title, seconds });
  }
  return (await Promise.all(runs)).map(({ isGood }) => isGood);
}

/** A test runner that counts for itself; one that crashed or ran nothing has failed. */
interface Suite {
  title: string;
  /** Name of the file that it reports to. */
  report: string;
  start: (file: string, hear?: (part: Buffer) => void) => Promise<number>;
  read: (text: string) => Tally | Promise<Tally>;
}

/** @param beside what runs at the same time: what the suite says is printed once this has ended */
async function suite({ title, report, start, read }: Suite, beside?: Promise<void>): Promise<void> {
  if (!beside) heading(title);
  const file = join(reports, report);
  const startedAt = performance.now();
  const said: Buffer[] = [];
  const status = await start(file, beside && ((part) => said.push(part)));
  const seconds = secondsSince(startedAt);
  if (beside) {
    await beside;
    heading(`${title}, beside the part above`);
    process.stdout.write(Buffer.concat(said));
  }
  const tally = existsSync(file)
    ? await read(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0, failures: [] };
  parts.push({ title, seconds });
  const lastStatus = tally.statusAgain ?? status;
  const hasCrashed = (lastStatus !== 0 && tally.failed === 0) || tally.passed + tally.failed === 0;
  counts.passed += tally.passed;
  counts.failed += tally.failed + (hasCrashed ? 1 : 0);
  failures.push(...tally.failures.map((failure) => `${title} › ${failure}`));
  if (hasCrashed) failures.push(`${title} ended with ${lastStatus} outside of its tests`);
}

/** The part of Vitest's report that is read here. */
interface VitestReport {
  testResults: { name: string; message?: string; assertionResults: VitestTest[] }[];
}
type VitestTest = { fullName: string; status: string; failureMessages?: string[] };

interface VitestRun {
  project: string;
  files: readonly string[];
  report: string;
  options?: readonly string[];
}

/** @param hear takes what the run says; without it, it is printed at once */
function runVitest({ project, files, report, options = [] }: VitestRun, hear?: (part: Buffer) => void) {
  const own = './tests/support/tools/unhandledErrors.ts';
  const told = ['default', 'json', own].map((name) => `--reporter=${name}`);
  // the asterisk is for the project of components that need a document each
  const args = ['run', ...files, `--project=${project}*`, ...told, `--outputFile.json=${report}`, ...options];
  return run('vitest', args, { [UNHANDLED_FILE]: unhandledFile }, hear);
}

const hasFailed = ({ assertionResults }: VitestReport['testResults'][number]) =>
  assertionResults.length === 0 || assertionResults.some(({ status }) => status !== 'passed');

/**
 * Runs the failed files once more, one after the other: a machine short of breath may miss a deadline once. What fails
 * twice has failed. What failed once is told with its reason.
 * @returns the report in which the failed files have the results of their second try, and its exit code
 */
async function tryAgain(project: string, first: VitestReport) {
  const failed = first.testResults.filter(hasFailed);
  if (failed.length === 0 || failed.length > MOST_TRIED_AGAIN) return { report: first };
  console.log(`failed at the first try:\n${failuresIn({ testResults: failed }).join('\n')}`);
  heading(`tests: ${project}, a second try of what failed`);
  const secondReport = join(reports, `${project}-again.json`);
  const names = failed.map(({ name }) => name);
  const statusAgain = await runVitest({
    project,
    files: names,
    report: secondReport,
    options: ['--no-file-parallelism'],
  });
  if (!existsSync(secondReport)) return { report: first };
  const second = JSON.parse(readFileSync(secondReport, 'utf8')) as VitestReport;
  const again = new Map(second.testResults.map((result) => [result.name, result]));
  const testResults = first.testResults.map((result) => again.get(result.name) ?? result);
  return { report: { testResults }, statusAgain };
}

function failuresIn({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status !== 'passed');
    const all = tests.map((test) => inShort(test.fullName, test.failureMessages ?? []));
    return message && tests.length === 0 ? [inShort(name, [message])] : all;
  });
}

const vitest = (project: string, files: readonly string[] = [], beside?: Promise<void>) =>
  suite(
    {
      title: `tests: ${project}`,
      report: `${project}.json`,
      start: (report, hear) => runVitest({ project, files, report }, hear),
      read: async (text) => {
        const { report, statusAgain } = await tryAgain(project, JSON.parse(text) as VitestReport);
        const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
        const passed = results.filter(({ status }) => status === 'passed').length;
        const failures = failuresIn(report);
        return { passed, failed: Math.max(failures.length, results.length - passed), failures, statusAgain };
      },
    },
    beside,
  );

/** Runs the tests of a folder that has a configuration of Playwright. */
const playwright = (folder: 'e2e' | 'engines', options: readonly string[] = [], beside?: Promise<void>) =>
  suite(
    {
      title: `tests: ${folder}`,
      report: `${folder}.json`,
      start: (file, hear) => {
        const config = ['--config', `tests/${folder}/playwright.config.ts`, '--reporter=list,json'];
        const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
        return run('playwright', ['test', ...options, ...config], env, hear);
      },
      read: tallyOfPlaywright,
    },
    beside,
  );

/** Firefox and WebKit where the machine has them. What is not there is said, and counts as nothing. */
async function otherEngines(options: readonly string[] = [], beside?: Promise<void>): Promise<void> {
  if (engines.length > 0) await playwright('engines', options, beside);
  await beside;
  if (engines.length === 0) heading('tests: engines');
  for (const missing of missingEngines) console.log(`not on this machine: ${missing}`);
}

const build = (title: string, ...args: string[]): Step => ({
  title,
  command: ['vite', 'build', ...args, '--logLevel', 'warn'],
});
const clientBuilds = [build('build'), build('build: operators', '--config', 'operator.config.ts')];
const serverBuilds = [
  build('build: server', '--config', 'server.config.ts'),
  build('build: pages', '--config', 'prerender.config.ts'),
];

const buildSite = async () => {
  const areClientsBuilt = (await check(...clientBuilds)).every(Boolean);
  return areClientsBuilt && (await check(...serverBuilds)).every(Boolean);
};

/** What is proved without running the site. @returns whether the site is built */
async function checkStatically(): Promise<boolean> {
  const [isClientBuilt = false, isOperatorBuilt = false] = await check(
    ...clientBuilds,
    { title: 'format', command: ['oxfmt', '--check'] },
    { title: 'texts', command: ['i18next-cli', 'status'] },
    { title: 'unused code', command: ['knip'] },
  );
  // these read what the build has written: the types of the style classes, and the code that is weighed
  const [isServerBuilt = false, arePagesBuilt = false] = await check(
    ...serverBuilds,
    // one checker each: several would check the same types again and again
    { title: 'types', command: ['tsc', '-b', '--checkers', '1', '--builders', '2'] },
    { title: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
    { title: 'page weight', command: ['size-limit'] },
  );
  return isClientBuilt && isOperatorBuilt && isServerBuilt && arePagesBuilt;
}

async function runChosen(files: readonly string[]): Promise<void> {
  const [inChromium, inOthers] = ['tests/e2e/', 'tests/engines/'].map((folder) =>
    files.filter((file) => file.startsWith(folder)),
  ) as [string[], string[]];
  const others = files.filter((file) => !inChromium.includes(file) && !inOthers.includes(file));
  for (const project of ['pure', 'server', 'component'] as const) {
    const ofProject = others.filter((file) => projectOf(file) === project);
    if (ofProject.length > 0) await vitest(project, ofProject);
  }
  if (inChromium.length + inOthers.length === 0 || !(await buildSite())) return;
  if (inChromium.length > 0) await playwright('e2e', inChromium);
  if (inOthers.length > 0) await otherEngines(inOthers);
}

async function runEverything(): Promise<void> {
  const isBuilt = await checkStatically();
  await vitest('pure');
  if (isStatic) return;
  if (!chromiumPath)
    await check({ title: 'browser', command: ['playwright', 'install', 'chromium', '--only-shell'] });
  // one after the other they would leave a quarter of two cores idle
  const server = vitest('server');
  const components = vitest('component', [], server);
  await Promise.all([components, isBuilt ? otherEngines(['--workers=1'], components) : undefined]);
  if (isBuilt) await playwright('e2e');
}

await (chosen.length > 0 ? runChosen(chosen) : runEverything());
const unhandled = readUnhandled(unhandledFile);
failures.push(...unhandled.map((error) => `outside of the tests › ${error}`));
counts.failed += unhandled.length;

rmSync(reports, { recursive: true });
if (failures.length > 0) {
  heading('what failed');
  console.log(failures.join('\n'));
}
heading('how long it took');
for (const { title, seconds } of parts) console.log(`${seconds.toFixed(1).padStart(7)} s  ${title}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
