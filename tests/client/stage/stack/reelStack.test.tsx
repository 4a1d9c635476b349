import { StrictMode, Suspense } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { manualClock } from '#/client/stage/host/clock.ts';
import { ReelStack, type ReelStackProps, type RouletteItem, type SpinPhase } from '#/client/stage/index.ts';
import { fast, items, otherOdds, tileNames, withoutCanvas } from '../roulette/rouletteCase.tsx';

const tuning = { ...fast, stack: { ...fast.stack, spreadMs: 400, lastMs: 100 } };
const ends = [0, 0, 1, 3, 5].map((place, row) => ({ winnerId: 100 + place, draw: `e-1:${row}` }));

async function showStack(given: Partial<ReelStackProps> = {}) {
  const phases: SpinPhase[] = [];
  const landed: number[] = [];
  /** The names on the page whenever they changed. */
  const told: string[][] = [];
  const tree = (props: Partial<ReelStackProps>) => (
    <StrictMode>
      <Suspense fallback={null}>
        <ReelStack
          items={items}
          rows={5}
          spin={null}
          ends={null}
          tuning={tuning}
          onPhase={(phase) => phases.push(phase)}
          onLand={(row) => landed.push(row)}
          label="stack"
          {...given}
          {...props}
        />
      </Suspense>
    </StrictMode>
  );
  const screen = await render(tree({}));
  const host = screen.getByRole('img', { name: 'stack' });
  await expect.element(host).toHaveAttribute('data-renderer', expect.stringMatching(/webgl|dom/));
  const names = () => [...host.element().querySelectorAll('[data-winner] b')].map((name) => name.textContent);
  const watch = new MutationObserver(() => {
    const now = names();
    if (now.length !== (told.at(-1) ?? []).length) told.push(now);
  });
  watch.observe(host.element(), { subtree: true, childList: true });
  onTestFinished(() => watch.disconnect());
  const ended = () => expect.element(host, { timeout: 20_000 }).toHaveAttribute('data-phase', 'finished');
  return {
    phases,
    landed,
    told,
    names,
    host,
    ended,
    update: (props: Partial<ReelStackProps>) => screen.rerender(tree(props)),
    unmount: () => screen.unmount(),
  };
}

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
