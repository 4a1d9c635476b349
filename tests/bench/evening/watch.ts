import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Point } from './curve.ts';
import { cpuShares, cpuTimes, memoryMb, type Told, toldBy, waitsNow } from './machine.ts';
import type { Evening } from './site.ts';
import type { Step } from './visitors.ts';

const LOOK_EVERY_MS = 500;
/** As often as a monitoring system asks, for a step of 20 s. */
const ASK_EVERY_LOOKS = 10;

/** Runs a step, and looks at the machine meanwhile. */
export async function watched(
  evening: Evening,
  pool: pg.Pool,
  step: Step,
): Promise<Point & { heapMb: number }> {
  const { ports, programs } = evening;
  const waits: Record<string, number> = {};
  const told: Told[] = [];
  const askAll = async () => told.push(...(await Promise.all(ports.map(toldBy))));
  let cpu = { sites: [], postgres: 0, load: 0, others: 0 } as Point['cpu'];
  const seen = await evening.run(step, async () => {
    const from = cpuTimes(programs);
    const endMs = performance.now() + step.seconds * 1000;
    for (let look = 1; performance.now() < endMs; look++) {
      for (const wait of await waitsNow(pool)) waits[wait] = (waits[wait] ?? 0) + 1;
      if (look % ASK_EVERY_LOOKS === 0) await askAll();
      await sleep(Math.max(0, Math.min(LOOK_EVERY_MS, endMs - performance.now())));
    }
    cpu = cpuShares(from, cpuTimes(programs));
  });
  await askAll();
  const most = (value: (each: Told) => number) => Math.max(...told.map(value));
  return {
    rate: step.rate,
    seen,
    cpu,
    waits,
    memoryMb: programs.sites.map(memoryMb),
    loopLagMs: most(({ loopLagMs }) => loopLagMs),
    waiting: most(({ waiting }) => waiting),
    heapMb: Math.min(...told.map(({ heapMb }) => heapMb)),
  };
}
