import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  createWorkProcess,
  type WorkLimits,
  type WorkProcess,
} from '#/server/domain/pictures/workProcess.ts';
import { isAlive } from '#/server/platform/db/postmaster.ts';

/* O20: the process in which pictures are decoded, with programs that do what an attacker's picture could. */

const folder = mkdtempSync(join(tmpdir(), 'one-rp-work-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LIMITS: WorkLimits = { startMs: 60_000, workMs: 60_000, idleMs: 60_000, memoryMb: 400 };
const started: WorkProcess[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.stop();
});

/**
 * Starts a process whose program answers each job by a function body.
 * @param body has `job` and `say`
 */
function processOf(
  body: string,
  limits: Partial<WorkLimits> = {},
  first = 'say({ ready: true });',
): WorkProcess {
  const program = join(folder, `${started.length}-${process.hrtime.bigint()}.mjs`);
  writeFileSync(
    program,
    `const say = (reply) => process.send(reply);
     process.on('message', async (job) => { ${body} });
     process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
     ${first}`,
  );
  const made = createWorkProcess(program, { ...LIMITS, ...limits });
  started.push(made);
  return made;
}

const pidOf = async (work: WorkProcess) => ((await work.run({ do: 'pid' })) as { done: number }).done;
const PID = "if (job.do === 'pid') return say({ done: process.pid });";
const lost = (hasBegun: boolean) => expect.objectContaining({ name: 'WorkLost', hasBegun });

describe('O20 the process of pictures', () => {
  test('O20 is started by the first job, kept for the next ones, and has bytes sent both ways', async () => {
    const work = processOf(`${PID} say({ done: { bytes: Buffer.from(job.bytes).reverse() } });`);
    const pid = await pidOf(work);
    expect(await work.run({ bytes: Buffer.from([1, 2, 3]) })).toEqual({
      done: { bytes: Buffer.from([3, 2, 1]) },
    });
    expect(await pidOf(work)).toBe(pid);
  });

  test.each([
    ['crashes', 'process.abort();'],
    ['is killed', "process.kill(process.pid, 'SIGKILL');"],
    ['ends', 'process.exit(0);'],
    ['takes too much memory at once', 'for (const kept = [];;) kept.push(Buffer.alloc(64 << 20, 1));'],
    ['takes too much memory for its values', 'for (const kept = [];;) kept.push(new Array(1e5).fill({}));'],
  ])('O20 that %s loses its job, and the next one has a new process', async (_, body) => {
    const work = processOf(`${PID} ${body}`);
    const pid = await pidOf(work);
    await expect(work.run({ do: 'harm' })).rejects.toEqual(lost(true));
    expect(await pidOf(work)).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
  });

  test.each([
    ['waits for ever', 'await new Promise(() => {});'],
    ['never leaves a loop', 'for (;;);'],
  ])('O20 that %s is killed, and the next job has a new process', async (_, body) => {
    const work = processOf(`${PID} ${body}`, { workMs: 1500 });
    const pid = await pidOf(work);
    await expect(work.run({ do: 'harm' })).rejects.toEqual(lost(true));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('O20 that cannot start has not begun its job', async () => {
    const absent = createWorkProcess(join(folder, 'absent.mjs'), LIMITS);
    started.push(absent);
    await expect(absent.run({})).rejects.toEqual(lost(false));
    await expect(processOf('', { startMs: 300 }, '').run({})).rejects.toEqual(lost(false));
  });

  test('O20 does one job at a time, and a lost one does not take the others along', async () => {
    const work = processOf(`
      if (job.do === 'crash') process.abort();
      globalThis.busy = (globalThis.busy ?? 0) + 1;
      await new Promise(setImmediate);
      say({ done: globalThis.busy });
      globalThis.busy -= 1;`);
    const answers = await Promise.allSettled(
      ['work', 'crash', 'work', 'work'].map((job) => work.run({ do: job })),
    );
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))).toEqual(
      [1, 1, 1].map((done) => ({ done })),
    );
  });

  test('O20 ends when it is idle for long, and with the site', async () => {
    const idle = await pidOf(processOf(PID, { idleMs: 1 }));
    await expect.poll(() => isAlive(idle)).toBe(false);
    const work = processOf(`${PID} await new Promise(() => {});`);
    const pid = await pidOf(work);
    const unfinished = work.run({});
    // the process has it
    await new Promise(setImmediate);
    work.stop();
    await expect(unfinished).rejects.toEqual(lost(false));
    await expect(work.run({})).rejects.toEqual(lost(false));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('O20 has none of the secrets of the site', async () => {
    process.env['APP_SECRET'] = 'a secret of the site, 32 characters';
    try {
      const { done } = (await processOf('say({ done: Object.keys(process.env) });').run({})) as {
        done: string[];
      };
      expect(done).toContain('PATH');
      expect(done.filter((name) => /SECRET|KEY|URL|TOKEN|PASSWORD/.test(name))).toEqual([]);
      expect(done).not.toContain('APP_SECRET');
    } finally {
      delete process.env['APP_SECRET'];
    }
  });
});
