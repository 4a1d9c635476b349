import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startClock } from '#/server/platform/kernel/clock.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

const START_MS = Date.UTC(2026, 0, 15, 12);

/** A database and a monotonic clock that a test moves. */
async function createClock() {
  const world = {
    monotonicMs: 5000,
    databaseMs: START_MS,
    roundTripMs: 0,
    isSilent: false,
    readings: 0,
    said: [] as unknown[],
    pass(ms: number) {
      world.monotonicMs += ms;
      world.databaseMs += ms;
    },
    read: async () => {
      world.readings += 1;
      if (world.isSilent) throw new Error('Query read timeout');
      world.pass(world.roundTripMs / 2);
      const time = new Date(world.databaseMs);
      world.pass(world.roundTripMs / 2);
      return time;
    },
  };
  const start = () =>
    startClock(world.read, { warn: (...said: unknown[]) => world.said.push(said) } as never, {
      monotonicMs: () => world.monotonicMs,
    });
  return { world, start };
}

describe('SE11 the time of the site', () => {
  test('is that of the database, with half of the round trip, and goes on by a clock that never jumps', async () => {
    const { world, start } = await createClock();
    world.roundTripMs = 400;
    const clock = await start();
    expect(clock.now().getTime()).toBe(world.databaseMs);
    world.pass(3_600_000);
    expect(clock.now().getTime()).toBe(world.databaseMs);
    expect(world.said).toEqual([]);
    clock.stop();
  });

  test('is asked for again while the first answers are slow', async () => {
    const { world, start } = await createClock();
    world.roundTripMs = 9000;
    const { read } = world;
    world.read = async () => {
      const time = await read();
      world.roundTripMs = 10;
      return time;
    };
    const clock = await start();
    expect(world.readings).toBe(2);
    expect(clock.now().getTime()).toBe(world.databaseMs);
    clock.stop();
  });

  test('follows the database ahead, and says so', async () => {
    const { world, start } = await createClock();
    const clock = await start();
    world.databaseMs += 90_000;
    await clock.synchronize();
    expect(clock.now().getTime()).toBe(world.databaseMs);
    expect(world.said).toHaveLength(1);
    clock.stop();
  });

  test('never goes back: it stands still until the database is there, and says so', async () => {
    const { world, start } = await createClock();
    const clock = await start();
    const before = clock.now().getTime();
    world.databaseMs -= 60_000;
    await clock.synchronize();
    expect(clock.now().getTime()).toBe(before);
    world.pass(59_000);
    expect(clock.now().getTime()).toBe(before);
    world.pass(2000);
    expect(clock.now().getTime()).toBe(world.databaseMs);
    expect(world.said).toHaveLength(1);
    clock.stop();
  });

  test('is not moved by what a slow answer cannot tell', async () => {
    const { world, start } = await createClock();
    const clock = await start();
    world.roundTripMs = 4000;
    world.databaseMs += 1500;
    await clock.synchronize();
    expect(clock.now().getTime()).toBe(world.databaseMs - 1500);
    clock.stop();
  });

  test('goes on while the database cannot be read, and cannot start without it', async () => {
    const { world, start } = await createClock();
    const clock = await start();
    world.isSilent = true;
    await clock.synchronize();
    world.pass(60_000);
    expect(clock.now().getTime()).toBe(world.databaseMs);
    expect(world.said).toHaveLength(1);
    clock.stop();
    await expect(start()).rejects.toThrow('Query read timeout');
  });

  test('is the only one: no file of the server reads the clock of the machine', () => {
    const folder = join(projectRoot, 'src/server');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    expect(files.length).toBeGreaterThan(200);
    const readers = files.filter((file) =>
      /new Date\(\s*\)|\bDate\.now\b/.test(readFileSync(join(folder, file), 'utf8')),
    );
    expect(readers).toEqual([]);
  });
});
