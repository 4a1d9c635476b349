import { expect, test } from 'vitest';
import { simulatedCount } from '#/server/adapters/gameServers/simulated.ts';

const playersAt = (time: string, key = 'everest') => simulatedCount(key, new Date(time)).online;

test('N5 the simulated counts are the same for everyone at the same time', () => {
  const time = '2026-03-01T12:34:56Z';
  expect(playersAt(time)).toBe(playersAt(time));
  expect(playersAt(time)).not.toBe(playersAt(time, 'fuji'));
});

test('N5 evenings have more players than mornings, and numbers are whole and never negative', () => {
  for (const key of ['everest', 'fuji', 'elbrus', 'a', '']) {
    const evening = playersAt('2026-03-01T18:00:00Z', key);
    const morning = playersAt('2026-03-01T06:00:00Z', key);
    expect(evening).toBeGreaterThan(morning * 3);
    expect(morning).toBeGreaterThanOrEqual(0);
    expect(evening).toBeLessThan(1000);
    expect(Number.isInteger(evening)).toBe(true);
  }
});
