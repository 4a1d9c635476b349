import { Suspense } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { itemImage } from '#/client/platform/media/images.ts';
import { manualClock } from '#/client/stage/host/clock.ts';
import { Roulette, type RouletteItem } from '#/client/stage/index.ts';
import { loadPicture } from '#/client/stage/host/pictures.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { RARITIES, type Rarity } from '#/contract/cases.ts';
import stored from './roulettePictures.json';

/**
 * Compares the screen at fixed times with coarse pictures in the repository: another rasteriser or font passes,
 * another motion fails. VITE_PICTURES=write writes them again; VITE_PICTURES=sheets shoots them into __screenshots__
 * beside this file for looking.
 */
const MODE = import.meta.env['VITE_PICTURES'] as string | undefined;
const TIMES_MS = [0, 400, 800, 2000, 4000, 5500, 6000, 6300];
const WIDTHS_PX = [1440, 390] as const;
const ANSWER_MS = 500;
const COLUMNS = 32;
const ROWS = 16;
/** Mean difference of brightness, of 255, within which two pictures are the same. */
const TOLERANCE = 2.5;

const NAMES = ['jerrycan', 'phone', 'coins1', 'watch', 'gold', 'car'];
const items: readonly RouletteItem[] = [...RARITIES, ...RARITIES].map((color, at) => ({
  id: at + 1,
  name: `Prize ${at + 1}`,
  imageUrl: itemImage(NAMES[at % NAMES.length] ?? '').picture.webp,
  color,
  tickets: 100,
  rarityLabel: color,
}));

// what is compared is coarse: fewer pixels are drawn sooner where no graphics card helps
beforeEach(() => {
  if (MODE !== 'sheets') tuning.stage.maxPixelRatio = 0.5;
});

/** Frames in which a stage on a busy machine may draw nothing. */
const EMPTY_FRAMES = 60;

/** The canvas over black after the first frame that the stage has drawn. */
async function drawn(host: Element): Promise<ImageData> {
  for (let frames = 1; ; frames += 1) {
    const image = await afterFrame(host);
    const isEmpty = image.data.every((value, at) => at % 4 === 3 || value === 0);
    if (!isEmpty || frames === EMPTY_FRAMES) return image;
  }
}

/** The canvas over black as it is after a frame: asked for within a frame, this runs after the stage in the next. */
const afterFrame = async (host: Element): Promise<ImageData> => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const shown = host.querySelector('canvas');
  if (!shown) throw new Error('nothing is drawn');
  const canvas = Object.assign(document.createElement('canvas'), {
    width: shown.width,
    height: shown.height,
  });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(shown, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
};

/** A reel on a clock that stands still until the test moves it. */
async function showSpin(winner: Rarity, widthPx: number) {
  await page.viewport(widthPx, 400);
  document.body.style.margin = '0';
  await Promise.all(items.map(({ imageUrl }) => loadPicture(imageUrl)));
  const clock = manualClock();
  const wonId = items.find(({ color }) => color === winner)?.id ?? 1;
  const tree = (id: number | null, winnerId: number | null) => (
    <Suspense fallback={null}>
      <Roulette
        items={items}
        spin={id === null ? null : { id, isFresh: true }}
        winnerId={winnerId}
        draw={`${winner}:7`}
        clock={clock}
        onPhase={() => {}}
        label="reel"
      />
    </Suspense>
  );
  const screen = await render(tree(null, null));
  const reel = screen.getByRole('img', { name: 'reel' });
  await expect.element(reel, { timeout: 20_000 }).toHaveAttribute('data-dressed');
  let run = 0;
  return {
    reel,
    /** Spins from the start to that time. */
    async at(timeMs: number): Promise<ImageData> {
      run += 1;
      clock.seek(0);
      await screen.rerender(tree(run, null));
      clock.play(Math.min(timeMs, ANSWER_MS));
      if (timeMs >= ANSWER_MS) await screen.rerender(tree(run, wonId));
      clock.play(timeMs);
      return drawn(reel.element());
    },
    unmount: () => screen.unmount(),
  };
}

/** The brightness of a picture in a few large cells, 0 to 255. */
function coarse({ data, width, height }: ImageData): number[] {
  const sums = Array.from({ length: COLUMNS * ROWS }, () => ({ light: 0, count: 0 }));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const cell = sums[Math.floor((y * ROWS) / height) * COLUMNS + Math.floor((x * COLUMNS) / width)];
      if (!cell) continue;
      cell.light += 0.21 * (data[at] ?? 0) + 0.72 * (data[at + 1] ?? 0) + 0.07 * (data[at + 2] ?? 0);
      cell.count += 1;
    }
  return sums.map(({ light, count }) => Math.round(light / count));
}

const toHex = (cells: readonly number[]) => cells.map((cell) => cell.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string) => (text.match(/../g) ?? []).map((cell) => Number.parseInt(cell, 16));
const distance = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length
    ? a.reduce((sum, cell, at) => sum + Math.abs(cell - (b[at] ?? 0)), 0) / a.length
    : Infinity;

const isSame = (a: ImageData, b: ImageData) =>
  a.data.length === b.data.length && a.data.every((value, at) => value === b.data[at]);

const written: Record<string, string> = {};

for (const widthPx of WIDTHS_PX)
  for (const rarity of ['common', 'epic'] as const)
    test(`R1 the pictures of a spin that wins ${rarity} at ${widthPx} px`, { timeout: 120_000 }, async () => {
      const spin = await showSpin(rarity, widthPx);
      for (const timeMs of TIMES_MS) {
        const key = `${rarity} ${widthPx} ${timeMs}`;
        const cells = coarse(await spin.at(timeMs));
        written[key] = toHex(cells);
        if (MODE === 'sheets')
          await page.screenshot({
            element: spin.reel,
            path: `__screenshots__/${key.replaceAll(' ', '-')}.png`,
          });
        if (!MODE)
          expect(distance(cells, fromHex((stored as Record<string, string>)[key] ?? '')), key).toBeLessThan(
            TOLERANCE,
          );
      }
      await spin.unmount();
      if (MODE === 'write')
        await commands.writeFile(
          'tests/client/stage/roulette/roulettePictures.json',
          `${JSON.stringify(written, null, 2)}\n`,
        );
    });

test(
  'R1 the same draw at the same time is the same picture to the pixel, from another mount too',
  { timeout: 120_000 },
  async () => {
    const first = await showSpin('epic', 390);
    const [early, landed] = [await first.at(2000), await first.at(6600)];
    expect(isSame(await first.at(2000), early)).toBe(true);
    expect(isSame(early, landed)).toBe(false);
    await first.unmount();
    const second = await showSpin('epic', 390);
    expect(isSame(await second.at(6600), landed)).toBe(true);
    expect(isSame(await second.at(2000), early)).toBe(true);
  },
);

test('R1 a motion that is a little late is another picture', { timeout: 120_000 }, async () => {
  const spin = await showSpin('epic', 1440);
  for (const timeMs of [400, 800, 2000, 4000]) {
    const known = fromHex((stored as Record<string, string>)[`epic 1440 ${timeMs}`] ?? '');
    expect(distance(coarse(await spin.at(timeMs + 40)), known), String(timeMs)).toBeGreaterThan(TOLERANCE);
  }
});
