import { beforeAll, expect, test } from 'vitest';
import { showStack } from '../stack/stackCase.tsx';
import { items, showRoulette, SPIN_IN_ORDER } from './rouletteCase.tsx';

// oxlint-disable-next-line typescript/unbound-method -- called with its own object below
const getContext = HTMLCanvasElement.prototype.getContext;
const refused = new Set<string>(['webgl', 'webgl2']);

beforeAll(() => {
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...call: [string]) {
    return refused.has(call[0]) ? null : Reflect.apply(getContext, this, call);
  } as typeof getContext;
  return () => {
    HTMLCanvasElement.prototype.getContext = getContext;
  };
});

test('R7 without WebGL the canvas renderer spins and ends on the prize', async () => {
  const reel = await showRoulette();
  await reel.ready();
  await expect.element(reel.host).toHaveAttribute('data-renderer', 'canvas');
  await reel.update({ spin: { id: 1 }, winnerId: 103 });
  await reel.phase('finished');
  await expect.element(reel.host).toHaveAttribute('data-winner', '103');
  expect(reel.phases).toEqual(SPIN_IN_ORDER);
});

test.each([{ all: ['webgl', 'webgl2'] }, { all: ['webgl2'] }])(
  'R7 several reels are made of elements at once where $all is refused',
  async ({ all }) => {
    refused.clear();
    for (const kind of all) refused.add(kind);
    const { host } = await showStack();
    // from the first picture on: Pixi would keep the page black for seconds before it gave up
    expect(host.element()).toHaveAttribute('data-renderer', 'dom');
    expect(document.querySelector('canvas')).toBeNull();
  },
);

test('R7 without any canvas the reel is made of elements, with the pointer on the prize', async () => {
  refused.add('2d');
  const reel = await showRoulette();
  await expect.element(reel.host).toHaveAttribute('data-renderer', 'dom');
  await reel.update({ spin: { id: 1 }, winnerId: 105 });
  await reel.phase('finished');
  await expect.element(reel.host).toHaveAttribute('data-winner', '105');
  await expect.poll(() => document.querySelectorAll('[data-won]').length).toBe(1);
  const tile = document.querySelector('[data-won]');
  const host = document.querySelector('[role=img]');
  if (!tile || !host) throw new Error('no tile has won');
  const [tileBox, hostBox] = [tile.getBoundingClientRect(), host.getBoundingClientRect()];
  const pointerPx = hostBox.left + hostBox.width / 2;
  expect(tileBox.left).toBeLessThan(pointerPx);
  expect(tileBox.right).toBeGreaterThan(pointerPx);
  expect(tile.querySelector('[data-rarity]:not([hidden])')?.textContent).toContain(items[5]?.name);
});
