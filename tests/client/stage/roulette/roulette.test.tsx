import { Profiler } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { manualClock } from '#/client/stage/host/clock.ts';
import { Roulette } from '#/client/stage/roulette/Roulette.tsx';
import type { TickPlan } from '#/client/platform/media/tickPlan.ts';
import type { RouletteItem, SpinPhase } from '#/client/stage/index.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import {
  fast,
  items,
  otherOdds,
  showRoulette,
  SPIN_IN_ORDER,
  tileNames,
  withoutCanvas,
} from './rouletteCase.tsx';

const canvases = () => document.querySelectorAll('[role=img] canvas');

test('R1 spins at once and ends with the winner under the needle', async () => {
  const reel = await showRoulette();
  await reel.ready();
  await expect.element(reel.host).toHaveAttribute('data-phase', 'initial');
  await reel.update({ spin: { id: 1 } });
  await reel.update({ spin: { id: 1 }, winnerId: 104 });
  await reel.phase('finished');
  await expect.element(reel.host).toHaveAttribute('data-winner', '104');
  await expect.element(reel.host).toHaveAttribute('data-rarity', 'legendary');
  expect(reel.phases).toEqual(SPIN_IN_ORDER);
});

test('R1 the strip turns as long as the answer takes, and a second spin works', async () => {
  const reel = await showRoulette();
  await reel.update({ spin: { id: 1 } });
  await reel.phase('constant');
  await reel.update({ spin: { id: 1 }, winnerId: 101 });
  await reel.phase('finished');
  await reel.update({ spin: { id: 2 }, winnerId: null });
  await expect.element(reel.host).not.toHaveAttribute('data-winner');
  await reel.update({ spin: { id: 2 }, winnerId: 105 });
  await reel.phase('finished');
  await expect.element(reel.host).toHaveAttribute('data-winner', '105');
  expect(reel.phases).toEqual([...SPIN_IN_ORDER, ...SPIN_IN_ORDER]);
});

test('mounting again and again leaves one canvas and no errors', async () => {
  for (let round = 0; round < 5; round += 1) {
    const reel = await showRoulette();
    await reel.unmount();
  }
  const reel = await showRoulette();
  await reel.ready();
  expect(canvases()).toHaveLength(1);
  await reel.unmount();
  expect(canvases()).toHaveLength(0);
});

test('a new size in the middle of a spin keeps the target', async () => {
  let brake = () => {};
  const isBraking = new Promise<void>((resolve) => (brake = resolve));
  // not looked for again and again, because a busy machine might only look when the spin is over
  const reel = await showRoulette({ onPhase: (phase) => phase === 'decelerating' && brake() });
  await reel.ready();
  const spin = { id: 1 };
  await reel.update({ spin, winnerId: 103 });
  await isBraking;
  await reel.update({ spin, winnerId: 103 }, 420);
  await reel.phase('finished');
  await expect.element(reel.host).toHaveAttribute('data-winner', '103');
  await expect.poll(() => canvases()[0]?.clientWidth).toBe(420);
});

test('R7 a context that stays lost gives way to the canvas renderer, and the spin ends', async () => {
  const reel = await showRoulette();
  await reel.ready();
  await expect.element(reel.host).toHaveAttribute('data-renderer', 'webgl');
  const canvas = canvases()[0] as HTMLCanvasElement;
  const spin = { id: 1 };
  await reel.update({ spin });
  canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  await reel.update({ spin, winnerId: 102 });
  await reel.phase('finished');
  await expect.element(reel.host).toHaveAttribute('data-winner', '102');
  await expect.element(reel.host, { timeout: 8000 }).toHaveAttribute('data-renderer', 'canvas');
  expect(canvases()).toHaveLength(1);
  // a frame with a lost context logs that, and nothing else is logged
  const said = vi.mocked(console.error).mock.calls.map(([text]) => String(text));
  expect(said.filter((text) => !text.startsWith('PixiJS Error: Could not '))).toEqual([]);
  vi.mocked(console.error).mockClear();
});

test('R7 a tab without frames has all phases and the prize', async () => {
  const reel = await showRoulette();
  await reel.ready();
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  document.dispatchEvent(new Event('visibilitychange'));
  await reel.update({ spin: { id: 1 }, winnerId: 100 });
  await vi.waitFor(() => expect(reel.phases).toEqual(SPIN_IN_ORDER), { timeout: 8000 });
  frames.mockRestore();
  expect(document.querySelector('[role=img]')?.getAttribute('data-winner')).toBe('100');
});

const PHASES_UNDER_WAY = ['accelerating', 'constant', 'decelerating', 'final'] as const;

/** A reel whose spin stands in a phase; `end` lets it go on to its end. */
async function standIn(phase: SpinPhase) {
  const clock = manualClock();
  const reel = await showRoulette({ clock, tuning: tuning.roulette });
  await expect.element(reel.host, { timeout: 13_000 }).toHaveAttribute('data-dressed');
  const spin = { id: 1 };
  await reel.update({ spin });
  clock.play(300);
  if (phase === 'decelerating' || phase === 'final') await reel.update({ spin, winnerId: 103 });
  clock.play({ accelerating: 400, constant: 1500, decelerating: 4000, final: 6300 }[phase as 'final']);
  await reel.phase(phase);
  const end = async () => {
    await reel.update({ spin, winnerId: 103 });
    clock.play(30_000);
    await reel.phase('finished');
    await expect.element(reel.host).toHaveAttribute('data-winner', '103');
    expect(reel.phases).toEqual(SPIN_IN_ORDER);
  };
  return { reel, end };
}

for (const phase of PHASES_UNDER_WAY) {
  test(`R7 a context that is lost and comes back while ${phase} costs no prize`, async () => {
    const { reel, end } = await standIn(phase);
    const canvas = canvases()[0] as HTMLCanvasElement;
    const loss = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    const told = new Promise((resolve) =>
      canvas.addEventListener('webglcontextlost', resolve, { once: true }),
    );
    loss?.loseContext();
    await told;
    const back = new Promise((resolve) =>
      canvas.addEventListener('webglcontextrestored', resolve, { once: true }),
    );
    // a context can be asked back only once the loss has been dealt with
    setTimeout(() => loss?.restoreContext(), 50);
    await back;
    await end();
    await expect.element(reel.host).toHaveAttribute('data-renderer', 'webgl');
    const said = vi.mocked(console.error).mock.calls.map(([text]) => String(text));
    expect(said.filter((text) => !text.startsWith('PixiJS Error: Could not '))).toEqual([]);
    vi.mocked(console.error).mockClear();
  });

  test(`R7 a tab that is hidden while ${phase} comes back to the prize`, async () => {
    const { end } = await standIn(phase);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());
    document.dispatchEvent(new Event('visibilitychange'));
    await end();
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(document.querySelector('[role=img]')?.getAttribute('data-winner')).toBe('103');
  });
}

test('T17 PF1 a reel whose odds have changed shows the tiles of the new odds', async () => {
  withoutCanvas();
  const tilesOf = async (before: readonly RouletteItem[]) => {
    const clock = manualClock();
    const reel = await showRoulette({ items: before, clock });
    await reel.ready();
    await reel.update({ items: otherOdds, spin: { id: 1, isFresh: true }, winnerId: 103, draw: 'e-1:1' });
    await reel.phase('accelerating');
    clock.play(30_000);
    await reel.phase('finished');
    await expect.poll(() => reel.host.element().querySelectorAll('[data-won]').length).toBe(1);
    const tiles = tileNames(reel.host.element());
    await reel.unmount();
    return tiles;
  };
  expect(await tilesOf(items)).toEqual(await tilesOf(otherOdds));
});

test('R7 tiles whose fonts are late come without them, and once more with them', async () => {
  let come = () => {};
  const late = new Promise<FontFace[]>((resolve) => (come = () => resolve([])));
  vi.spyOn(document.fonts, 'load').mockReturnValue(late);
  vi.spyOn(document.fonts, 'ready', 'get').mockReturnValue(new Promise(() => {}));
  const reel = await showRoulette();
  await expect.element(reel.host, { timeout: 13_000 }).toHaveAttribute('data-dressed');
  reel.host.element().removeAttribute('data-dressed');
  come();
  await expect.element(reel.host, { timeout: 13_000 }).toHaveAttribute('data-dressed');
});

test('React commits on phase changes only', async () => {
  const commits: string[] = [];
  const tree = (spin: { id: number } | null, winnerId: number | null) => (
    <Profiler id="reel" onRender={(_, kind) => commits.push(kind)}>
      <Roulette
        items={items}
        spin={spin}
        winnerId={winnerId}
        tuning={fast}
        onPhase={() => {}}
        label="counted"
      />
    </Profiler>
  );
  const screen = await render(tree(null, null));
  const host = screen.getByRole('img', { name: 'counted' });
  await expect.element(host, { timeout: 8000 }).toHaveAttribute('data-renderer', 'webgl');
  await screen.rerender(tree({ id: 1 }, 104));
  const before = commits.length;
  await expect.element(host, { timeout: 8000 }).toHaveAttribute('data-phase', 'finished');
  expect(commits.length - before).toBeLessThanOrEqual(6);
});

test('R6 reduced motion: phases and the prize, but no ticks', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('reduce'), media: query }) as MediaQueryList,
  );
  onTestFinished(() => void vi.restoreAllMocks());
  const plans: TickPlan[] = [];
  const reel = await showRoulette({ onPlan: (plan) => plans.push(plan) });
  await reel.ready();
  await reel.update({ spin: { id: 1 }, winnerId: 105 });
  await reel.phase('finished');
  await expect.element(reel.host).toHaveAttribute('data-winner', '105');
  expect(reel.phases).toEqual(SPIN_IN_ORDER);
  expect(plans).toHaveLength(0);
});

test('R3 one plan a spin, whose ticks lie on the clock of the spin', async () => {
  const plans: TickPlan[] = [];
  const clock = manualClock(1000);
  const reel = await showRoulette({ clock, onPlan: (plan) => plans.push(plan) });
  await reel.update({ spin: { id: 1 } });
  await vi.waitFor(() => expect(plans).toHaveLength(1));
  const [plan] = plans;
  const ahead = plan?.ticksBetween(1000, 1400) ?? [];
  expect(ahead.length).toBeGreaterThan(5);
  expect(ahead.every(({ atMs, speed }) => atMs > 1000 && atMs <= 1400 && speed > 0 && speed <= 1)).toBe(true);
  clock.seek(1300);
  await reel.update({ spin: { id: 1 }, winnerId: 101 });
  clock.seek(60_000);
  await reel.phase('finished');
  expect(plan?.endsAtMs()).toBeLessThan(60_000);
  expect(reel.phases).toEqual(SPIN_IN_ORDER);
});
