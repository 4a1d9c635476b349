import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { limitConcurrency } from '#/server/platform/kernel/limitConcurrency.ts';

/** What the process says: `ready` once, then an answer to each job. */
export type WorkReply = { ready: true } | { done: unknown } | { refused: ErrorCode } | { failed: string };

/** Limits of a process. */
export interface WorkLimits {
  startMs: number;
  /** Time limit of one job. */
  workMs: number;
  /** Time after which an idle process ends. */
  idleMs: number;
  memoryMb: number;
}

/** A process that does one job after another. */
export interface WorkProcess {
  /** @throws WorkLost */
  run: (job: object) => Promise<WorkReply>;
  stop: () => void;
}

/** The process ended, or was ended, before it answered. */
export class WorkLost extends Error {
  override readonly name = 'WorkLost';
  /** Whether the process had the job, so that the job may be the cause. */
  readonly hasBegun: boolean;

  constructor(message: string, hasBegun: boolean) {
    super(message);
    this.hasBegun = hasBegun;
  }
}

/** Variables that the process gets. The secrets of the site are not among them. */
const VARIABLES =
  /^(PATH|HOME|TMPDIR|TEMP|LANG|SystemRoot|LD_LIBRARY_PATH|FONTCONFIG_(FILE|PATH)|XDG_CACHE_HOME)$/i;
/** Heap of JavaScript in the process. Pictures lie outside of it. */
const HEAP_MB = 128;
/** Limits the memory of a process, where the system can, and becomes it. A crash leaves no image of its memory. */
const LIMITED = 'ulimit -c 0; ulimit -d "$0" 2>/dev/null; exec "$@"';

/**
 * Creates a process for work that may crash, hang or take too much memory. It starts with the first job, is killed when it
 * exceeds a limit, and is started anew for the next job.
 * @param program path of its module, from source or built
 */
export function createWorkProcess(program: string, limits: WorkLimits): WorkProcess {
  const inTurn = limitConcurrency(1);
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isStopped = false;

  const end = () => {
    clearTimeout(idle);
    running?.kill('SIGKILL');
    running = undefined;
  };

  async function begin(): Promise<ChildProcess> {
    const child = fork(program, [], optionsOf(program, limits));
    child.once('exit', () => {
      if (running === child) running = undefined;
    });
    // a late error without a listener would end the site
    child.on('error', () => {});
    running = child;
    await replyOf(child, limits.startMs, false);
    return child;
  }

  async function runNow(job: object): Promise<WorkReply> {
    if (isStopped) throw new WorkLost('the site stops', false);
    clearTimeout(idle);
    running?.ref();
    running?.channel?.ref();
    try {
      const child = running ?? (await begin());
      const reply = replyOf(child, limits.workMs, true);
      child.send(job);
      return await reply;
    } catch (error) {
      end();
      throw isStopped ? new WorkLost('the site stops', false) : error;
    } finally {
      // an idle process keeps no command of the shell from ending
      running?.unref();
      running?.channel?.unref();
      idle = setTimeout(end, limits.idleMs).unref();
    }
  }

  return {
    run: (job) => inTurn(() => runNow(job)),
    stop: () => {
      isStopped = true;
      end();
    },
  };
}

/**
 * Waits for the next reply.
 * @throws WorkLost if the process ends, cannot start, or is late
 */
function replyOf(child: ChildProcess, limitMs: number, hasBegun: boolean): Promise<WorkReply> {
  return new Promise((resolve, reject) => {
    const lose = (why: string) => {
      settle();
      reject(new WorkLost(why, hasBegun));
    };
    const late = setTimeout(() => lose(`not done after ${limitMs} ms`), limitMs);
    const onMessage = (reply: WorkReply) => {
      settle();
      resolve(reply);
    };
    const onExit = (code: number | null, signal: string | null) => lose(`ended with ${signal ?? code}`);
    const onError = (error: Error) => lose(error.message);
    const settle = () => {
      clearTimeout(late);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
    };
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
  });
}

function optionsOf(program: string, { memoryMb }: WorkLimits): Parameters<typeof fork>[2] {
  const options = [`--max-old-space-size=${HEAP_MB}`, ...loaderOf(program)];
  const isUnix = process.platform !== 'win32';
  return {
    execPath: isUnix ? '/bin/sh' : process.execPath,
    execArgv: isUnix ? ['-c', LIMITED, String(memoryMb * 1024), process.execPath, ...options] : options,
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => VARIABLES.test(name))),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  };
}

/** Options with which Node.js reads the sources. */
function loaderOf(program: string): string[] {
  if (!program.endsWith('.ts')) return [];
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}
