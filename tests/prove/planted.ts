import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDatabase } from '../support/app/postgres.ts';
import type { PlantedBug } from './planted/bug.ts';
import { plant, PLANTED_BUGS } from './planted/bugs.ts';
import { copyTree, runNamed, type Verdict } from './planted/runs.ts';

/*
 * Whether the tests find the bugs that matter (T23). Each bug of the list is put into a copy of the tree, alone, and the
 * test that guards the behaviour must fail by name; without a bug all of these tests must pass. A table, then one JSON line
 * with the figures; the exit code is 0 only when every bug is found. `-- WORD…` plants only bugs whose sentence, source
 * or test holds one of the words.
 */

/** Assertions show whole answers. */
const REASON_CHARACTERS = 160;

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isWanted = ({ bug, file, test }: PlantedBug) =>
  words.length === 0 || words.some((word) => [bug, file, test].some((text) => text.includes(word)));
const bugs = PLANTED_BUGS.filter(isWanted);

const startedAt = performance.now();
const root = copyTree();
const database = await startTestDatabase();
try {
  const healthy = await runNamed(root, database.adminUrl, bugs);
  const red = new Set(bugs.filter((_, at) => healthy[at]!.outcome !== 'passed'));
  for (const [at, { name }] of bugs.entries())
    if (healthy[at]!.outcome !== 'passed')
      console.log(`${healthy[at]!.outcome} without a bug: ${name}: ${healthy[at]!.reason}`);

  const missed: string[] = [];
  for (const bug of bugs) {
    const begunAt = performance.now();
    const verdict = await tryBug(bug);
    const isFound = verdict.outcome === 'failed' && !red.has(bug);
    if (!isFound) missed.push(bug.bug);
    const seconds = `${Math.round((performance.now() - begunAt) / 1000)} s`.padStart(5);
    console.log(
      `${isFound ? 'found ' : 'MISSED'} ${seconds}  ${bug.bug}\n                 ${bug.file} → ${bug.test}`,
    );
    console.log(`                 ${`${verdict.outcome}: ${verdict.reason}`.slice(0, REASON_CHARACTERS)}`);
  }
  const found = bugs.length - missed.length;
  const isOk = bugs.length > 0 && missed.length === 0;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`\n${found} of ${bugs.length} found`);
  console.log(JSON.stringify({ proof: 'planted', seconds, ok: isOk, planted: bugs.length, found, missed }));
  process.exitCode = isOk ? 0 : 1;
} finally {
  await database.stop();
  rmSync(root, { recursive: true, force: true });
}

/** Puts a bug into the copy, runs its test, and takes it out again. */
async function tryBug(bug: PlantedBug): Promise<Verdict> {
  const path = join(root, bug.file);
  const source = readFileSync(path, 'utf8');
  let planted: string;
  try {
    planted = plant(bug, source);
  } catch (error) {
    return { outcome: 'did not run', reason: String(error) };
  }
  writeFileSync(path, planted);
  try {
    const [verdict] = await runNamed(root, database.adminUrl, [bug]);
    return verdict!;
  } finally {
    writeFileSync(path, source);
  }
}
