import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program that runs beside a test, and the lines that it has written. */
export class Program {
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #heard = new EventEmitter();

  constructor(path: string, args: readonly string[], env: Record<string, string> = {}) {
    this.#child = spawn(path, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    for (const input of [this.#child.stdout, this.#child.stderr])
      if (input)
        createInterface({ input }).on('line', (line) => {
          this.lines.push(line);
          this.#heard.emit('line', line);
        });
    this.#child.once('error', (error) => this.#heard.emit('ended', error.message));
    this.#child.once('exit', (code, signal) => this.#heard.emit('ended', `ended with ${code ?? signal}`));
  }

  /** Waits until it writes such a line. @returns what the pattern has found */
  async untilLine(pattern: RegExp): Promise<RegExpExecArray> {
    const abort = new AbortController();
    const { signal } = abort;
    const ended = once(this.#heard, 'ended', { signal }).then(([why]) => {
      throw new Error(`${this.#child.spawnfile} ${String(why)}:\n${this.lines.join('\n')}`);
    });
    const found = (async () => {
      for (;;) {
        for (const line of this.lines) {
          const match = pattern.exec(line);
          if (match) return match;
        }
        await once(this.#heard, 'line', { signal });
      }
    })();
    try {
      return await Promise.race([found, ended]);
    } finally {
      abort.abort();
      await Promise.allSettled([found, ended]);
    }
  }

  /** Ends it, and waits until it has ended. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exit;
  }
}
