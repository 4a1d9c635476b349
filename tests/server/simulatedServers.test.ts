import { expect, test } from 'vitest';
import { simulatedServers } from '#/server/ports/gameServers/simulated.ts';

const playersAt = async (time: string, key = 'everest') =>
  (await simulatedServers(() => new Date(time)).onlineOf([key])).get(key) ?? -1;

test('the simulated counts are the same for everyone at the same time and say what they are', async () => {
  const time = '2026-03-01T12:34:56Z';
  expect(await playersAt(time)).toBe(await playersAt(time));
  expect(await playersAt(time)).not.toBe(await playersAt(time, 'fuji'));
  expect(simulatedServers(() => new Date()).source).toContain('simulated');
});

test('the evening is fuller than the morning, and nobody is ever missing', async () => {
  for (const key of ['everest', 'fuji', 'elbrus', 'a', '']) {
    const evening = await playersAt('2026-03-01T18:00:00Z', key);
    const morning = await playersAt('2026-03-01T06:00:00Z', key);
    expect(evening).toBeGreaterThan(morning * 3);
    expect(morning).toBeGreaterThanOrEqual(0);
    expect(evening).toBeLessThan(1000);
    expect(Number.isInteger(evening)).toBe(true);
  }
});
