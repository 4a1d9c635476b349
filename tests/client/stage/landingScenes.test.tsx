import { StrictMode, type ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { HeroScene, PromoScene, ServerIndicator } from '#/client/stage/index.ts';
import { whenUsable } from '#/client/stage/host/usable.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

const heroPlace = { position: 'relative', width: 640, height: 360, isolation: 'isolate' } as const;
const scenes: Record<'hero' | 'promo' | 'lane', ReactNode> = {
  hero: (
    <div style={heroPlace}>
      <HeroScene />
    </div>
  ),
  promo: (
    <div style={{ position: 'relative', width: 640, height: 48 }}>
      <PromoScene />
    </div>
  ),
  lane: (
    <div style={{ width: 640, paddingBlock: 40 }}>
      <ServerIndicator index={0} count={4} />
    </div>
  ),
};
// the hero is slow where the processor draws it
vi.setConfig({ testTimeout: 120_000 });
const names = ['hero', 'promo', 'lane'] as const;

const place = (name: string) => document.querySelector(`[data-scene=${name}]`);
const canvasOf = (name: string) => document.querySelector<HTMLCanvasElement>(`[data-scene=${name}] canvas`);
const shown = async (name: string) =>
  expect.poll(() => place(name)?.hasAttribute('data-shown'), { timeout: 50_000 }).toBe(true);
const page = (children: ReactNode) => <StrictMode>{children}</StrictMode>;

let draws = 0;
/** Draws until the next two frames are over. */
async function drawsOfTwoFrames(): Promise<number> {
  const before = draws;
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  return draws - before;
}

beforeEach(() => {
  // however slow this machine is, the scenes stay
  tuning.stage.slowFrameMs = Infinity;
  tuning.stage.slowLineBytesPerMs = 0;
  // the visitor has begun to use the page
  dispatchEvent(new Event('pointermove'));
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
  const draw = WebGL2RenderingContext.prototype.drawElements;
  WebGL2RenderingContext.prototype.drawElements = function (...call) {
    draws += 1;
    draw.apply(this, call);
  };
  return () => {
    WebGL2RenderingContext.prototype.drawElements = draw;
  };
});

test.each(names)('L12 L5 L6 %s draws on one canvas that fills its place', async (name) => {
  await render(page(scenes[name]));
  await shown(name);
  expect(document.querySelectorAll('canvas')).toHaveLength(1);
  const canvas = canvasOf(name);
  expect(canvas?.clientWidth).toBe(place(name)?.clientWidth);
  expect(canvas?.clientHeight).toBe(place(name)?.clientHeight);
  expect(draws).toBeGreaterThan(0);
});

test.each(['hero', 'promo'] as const)('%s stops off screen and goes on in sight', async (name) => {
  await render(
    page(
      <>
        {scenes[name]}
        <div style={{ height: 5000 }} />
      </>,
    ),
  );
  await shown(name);
  await expect.poll(drawsOfTwoFrames).toBeGreaterThan(0);
  scrollTo(0, 3000);
  await expect.poll(drawsOfTwoFrames).toBe(0);
  expect(await drawsOfTwoFrames()).toBe(0);
  scrollTo(0, 0);
  await expect.poll(drawsOfTwoFrames).toBeGreaterThan(0);
});

test('the lane rests, slides when another server is chosen, and rests again', async () => {
  const tree = (index: number) =>
    page(
      <div style={{ width: 640, paddingBlock: 40 }}>
        <ServerIndicator index={index} count={4} />
      </div>,
    );
  const screen = await render(tree(0));
  await shown('lane');
  await expect.poll(drawsOfTwoFrames).toBe(0);
  const before = draws;
  await screen.rerender(tree(2));
  await expect.poll(() => draws - before).toBeGreaterThan(3);
  await expect.poll(drawsOfTwoFrames, { timeout: 10_000 }).toBe(0);
});

/**
 * Expects that a scene does not come. A second scene, which nothing holds back, is mounted after it; when that
 * one has come, the first has had all its time.
 */
async function expectAbsent(name: keyof typeof scenes, liftTheBan: () => void): Promise<void> {
  await whenUsable();
  const first = <div key="first">{scenes[name]}</div>;
  const screen = await render(page(first));
  await new Promise((resolve) => requestIdleCallback(resolve));
  await drawsOfTwoFrames();
  liftTheBan();
  await screen.rerender(page([first, <div key="second">{scenes.promo}</div>]));
  await expect.poll(() => document.querySelectorAll('[data-shown]').length, { timeout: 50_000 }).toBe(1);
  expect(place(name)?.children).toHaveLength(0);
}

test.each(names)('%s is absent where no motion is wanted, and nothing is loaded for it', async (name) => {
  const real = window.matchMedia.bind(window);
  const asked = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      query.includes('reduced-motion')
        ? Object.assign(new EventTarget() as MediaQueryList, { matches: true, media: query })
        : real(query),
    );
  onTestFinished(() => asked.mockRestore());
  performance.clearResourceTimings();
  await expectAbsent(name, () => asked.mockRestore());
  const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
  expect(loaded.filter((url) => url.includes('/assets/stage/street'))).toEqual([]);
});

test('Save-Data is heeded', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const lift = () => void Reflect.deleteProperty(navigator, 'connection');
  onTestFinished(lift);
  await expectAbsent('hero', lift);
});

test('L12 a page that came over a slow line loads no scene, and one that the browser had kept does', async () => {
  tuning.stage.slowLineBytesPerMs = 250;
  const file = (transferSize: number, tookMs: number) => ({
    transferSize,
    responseStart: 100,
    responseEnd: 100 + tookMs,
  });
  const timings = vi.spyOn(performance, 'getEntriesByType');
  const cameAs = (...files: object[]) => timings.mockReturnValue(files as PerformanceEntryList);
  cameAs(file(90_000, 500), file(30_000, 130), file(900, 1));
  await expectAbsent('hero', () => cameAs(file(0, 1), file(900, 9)));
});

test('no scene comes where there is no WebGL', async () => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
  const getContext = HTMLCanvasElement.prototype.getContext;
  const lift = () => {
    HTMLCanvasElement.prototype.getContext = getContext;
  };
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...call: [string]) {
    return call[0].startsWith('webgl') ? null : Reflect.apply(getContext, this, call);
  } as typeof getContext;
  onTestFinished(lift);
  await expectAbsent('hero', lift);
});

test.each(names)('%s whose context stays lost leaves the page as it was without it', async (name) => {
  await render(
    page(
      <>
        {scenes[name]}
        <p>the rest of the page</p>
      </>,
    ),
  );
  await shown(name);
  canvasOf(name)?.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  await expect
    .poll(() => place(name)?.children.length, { timeout: tuning.stage.contextLossMs + 10_000 })
    .toBe(0);
  expect(place(name)?.hasAttribute('data-shown')).toBe(false);
  expect(document.body.textContent).toContain('the rest of the page');
  // a frame with a lost context logs that, and nothing else is logged
  const said = vi.mocked(console.error).mock.calls.map(([text]) => String(text));
  expect(said.filter((text) => !text.startsWith('PixiJS Error: Could not '))).toEqual([]);
  vi.mocked(console.error).mockClear();
});

test('a machine that draws the hero too slowly keeps the flat picture', async () => {
  tuning.stage.slowFrameMs = 0;
  await render(page(scenes.hero));
  await shown('hero');
  const widths = new Set<number>();
  const watch = () => {
    const canvas = canvasOf('hero');
    if (canvas) widths.add(canvas.width);
    return place('hero')?.children.length;
  };
  await expect.poll(watch, { timeout: 50_000, interval: 5 }).toBe(0);
  expect(widths.size).toBeGreaterThan(1);
});

test('twenty mounts, more than a browser has contexts, leave no canvas and keep working', async () => {
  for (let round = 0; round < 20; round += 1) {
    const screen = await render(page(scenes.promo));
    await shown('promo');
    await screen.unmount();
    expect(document.querySelectorAll('canvas')).toHaveLength(0);
  }
  await render(page(scenes.promo));
  await shown('promo');
  await expect.poll(drawsOfTwoFrames).toBeGreaterThan(0);
});
