import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Whether the machine has a program. */
export const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0;

/** Runs a program to its end. @returns its exit code */
export async function run(command: string, args: readonly string[], options: SpawnOptions): Promise<number> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Ends a program in order. @returns its exit code */
export async function stop(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGTERM');
  return (await ended)[0] ?? 1;
}

/** Asks until the answer is yes. @throws Error after two minutes, or as many as are given */
export async function until(what: string, isDone: () => Promise<boolean>, minutes = 2): Promise<void> {
  const deadline = performance.now() + minutes * 60_000;
  while (!(await isDone().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${minutes} minutes`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
