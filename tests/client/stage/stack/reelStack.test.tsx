import { expect, test } from 'vitest';
import { manualClock } from '#/client/stage/host/clock.ts';
import type { RouletteItem } from '#/client/stage/index.ts';
import { items, otherOdds, tileNames, withoutCanvas } from '../roulette/rouletteCase.tsx';
import { ends, showStack } from './stackCase.tsx';

test('R5 R7 rows land one after another without a canvas too, and tell nothing before they have landed', async () => {
  withoutCanvas();
  const { host, update, ended, told, names, landed, phases } = await showStack();
  await update({ spin: { id: 1 } });
  await update({ spin: { id: 1 }, ends });
  expect(names()).toEqual([]);
  await ended();
  const all = ['Prize 0', 'Prize 0', 'Prize 1', 'Prize 3', 'Prize 5'];
  await expect.poll(names).toEqual(all);
  for (const state of told) expect(state).toEqual(all.slice(0, state.length));
  expect(landed).toEqual([0, 1, 2, 3, 4]);
  expect(phases.at(-1)).toBe('finished');
  // the tiles are marked with the next frame
  await expect.poll(() => host.element().querySelectorAll('[data-won]').length).toBe(5);
});

test('R4 rows that won nothing name no prize', async () => {
  withoutCanvas();
  const { update, ended, names } = await showStack();
  await update({ spin: { id: 1 } });
  await update({ spin: { id: 1 }, ends, isPrize: false });
  await ended();
  expect(names()).toEqual([]);
});

test('R3 a skip before the answer shows all rows as soon as it is there', async () => {
  withoutCanvas();
  const { update, ended, names } = await showStack();
  await update({ spin: { id: 1 }, isSkipped: true });
  expect(names()).toEqual([]);
  await update({ spin: { id: 1 }, isSkipped: true, ends });
  await ended();
  await expect.poll(names).toHaveLength(5);
});

test('T17 PF1 rows whose odds have changed show the tiles of the new odds', async () => {
  withoutCanvas();
  const tilesOf = async (before: readonly RouletteItem[]) => {
    const clock = manualClock();
    const { host, update, ended, unmount } = await showStack({ items: before, clock });
    const now = { items: otherOdds, spin: { id: 1, isFresh: true }, ends };
    await update(now);
    await expect.element(host).toHaveAttribute('data-phase', 'accelerating');
    clock.play(60_000);
    await ended();
    await expect.poll(() => host.element().querySelectorAll('[data-won]').length).toBe(5);
    const tiles = tileNames(host.element());
    await unmount();
    return tiles;
  };
  expect(await tilesOf(items)).toEqual(await tilesOf(otherOdds));
});

test('R5 one canvas draws all rows', async () => {
  const { host, update, ended, names } = await showStack();
  await expect.element(host, { timeout: 20_000 }).toHaveAttribute('data-renderer', 'webgl');
  await expect.element(host, { timeout: 20_000 }).toHaveAttribute('data-dressed');
  expect(host.element().querySelectorAll('canvas')).toHaveLength(1);
  await update({ spin: { id: 1 }, ends });
  await ended();
  await expect.poll(names).toHaveLength(5);
});
