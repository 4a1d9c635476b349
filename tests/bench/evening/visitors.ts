import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACTS, type Ask, type Crowd } from './acts.ts';
import { solvedCaptcha } from './captchas.ts';
import { drawing, type Kind, MIX, nextAct } from './mix.ts';
import type { Scale } from './scale.ts';
import { openWire } from './wire.ts';

// People who come whether or not the site answers: the waiting of each one counts from the moment they came. A process of
// its own: node visitors.ts <ports>, the scale by message, then one message for each step.

export interface Step {
  /** Arrivals a second. */
  rate: number;
  seconds: number;
}

/** What a step has seen. */
export interface Seen {
  /** Times of the good answers, by kind. */
  latenciesMs: Partial<Record<Kind, number[]>>;
  /** Answers that were not good, by kind, status and code. */
  errors: Record<string, number>;
  /** Answers a second until the last one came. */
  donePerSecond: number;
  /** How late this process itself was, in 99 of 100 cases. */
  generatorLagMs: number;
}

const TICK_MS = 2;
/** Of the puzzles that a step is expected to need. */
const SPARE_PUZZLES = 1.5;

const ports = process.argv[2]!.split(',').map(Number);
const wires = ports.map(openWire);
const [scale] = (await once(process, 'message')) as [Scale];
const draw = drawing(1);
const crowd: Crowd = {
  scale,
  draw,
  run: `${process.pid}-${process.hrtime.bigint()}`,
  captchas: { signIn: [], cart: [], order: [] },
  prizes: [],
  serial: 0,
};

async function solveFor({ rate, seconds }: Step): Promise<void> {
  const acts = { signIn: MIX.signIn, cart: MIX.pay, order: MIX.pay };
  for (const [action, share] of Object.entries(acts) as [keyof typeof acts, number][]) {
    const wanted = Math.ceil(20 + (SPARE_PUZZLES * rate * seconds * share) / 100);
    const solved = crowd.captchas[action];
    while (solved.length < wanted) solved.push(await solvedCaptcha(action));
  }
}

async function runStep({ rate, seconds }: Step): Promise<Seen> {
  const seen: Seen = { latenciesMs: {}, errors: {}, donePerSecond: 0, generatorLagMs: 0 };
  const lag = monitorEventLoopDelay({ resolution: 10 });
  const acts: Promise<unknown>[] = [];
  let done = 0;
  let came = 0;

  const arrive = (cameAtMs: number) => {
    const wire = wires[came++ % wires.length]!;
    let sentAtMs = cameAtMs;
    const ask: Ask = async (kind, request, good = 200) => {
      const reply = await wire.send(request);
      done += 1;
      const latencyMs = reply.atMs - sentAtMs;
      sentAtMs = performance.now();
      if (reply.status === good) {
        (seen.latenciesMs[kind] ??= []).push(latencyMs);
        return reply;
      }
      const code = /"code":"(\w+)"/.exec(reply.body.toString())?.[1] ?? '';
      const error = `${kind} ${reply.status} ${code}`.trim();
      seen.errors[error] = (seen.errors[error] ?? 0) + 1;
      return undefined;
    };
    acts.push(ACTS[nextAct(draw())](crowd, ask));
  };

  lag.enable();
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const gapMs = () => (-Math.log(1 - draw()) * 1000) / rate;
  for (let dueMs = startMs + gapMs(); dueMs < endMs;) {
    const nowMs = performance.now();
    while (dueMs <= nowMs && dueMs < endMs) {
      arrive(dueMs);
      dueMs += gapMs();
    }
    await sleep(TICK_MS);
  }
  lag.disable();
  await Promise.all(acts);
  seen.donePerSecond = (done * 1000) / (performance.now() - startMs);
  seen.generatorLagMs = lag.percentile(99) / 1e6;
  return seen;
}

process.on('message', (step: Step & { isWarmUp?: boolean }) => {
  void (async () => {
    await solveFor(step);
    process.send?.('begins');
    process.send?.(await runStep(step));
  })();
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
