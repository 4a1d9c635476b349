import { expect, test, vi } from 'vitest';
import { buildAtlas } from '#/client/stage/host/textures.ts';

test('R7 the pictures of a roulette are drawn one by one, and not all with the last of them', async () => {
  const done: string[] = [];
  const read = vi
    .spyOn(CanvasRenderingContext2D.prototype, 'getImageData')
    .mockImplementation(() => (done.push('drawn'), new ImageData(1, 1)));
  const cells = ['a', 'b', 'c'].map((key) => ({
    key,
    widthPx: 10,
    heightPx: 10,
    draw: () => void done.push(key),
  }));
  const atlas = await buildAtlas(cells, 1, new AbortController().signal);
  expect(done).toEqual(['a', 'drawn', 'b', 'drawn', 'c', 'drawn']);
  atlas.destroy();
  read.mockRestore();
});
