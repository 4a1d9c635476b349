import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { disc, opaque, withPngChunk } from '../../../../support/catalogue/pictureSamples.ts';
import { DraftDesk } from '../../../../support/desks/draftDesk.ts';
import { sendPicture } from '../../../../support/desks/pictureDesk.ts';
import { createSibling, type TestApp } from '../../../../support/app/testApp.ts';

const { audit, catalogue } = operatorCalls;

let site: TestApp;
let desk: DraftDesk;
beforeAll(async () => {
  desk = await DraftDesk.open();
  site = desk.site;
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

const upload = async (file: Buffer, kind?: UploadKind): Promise<string> => {
  const answer = await sendPicture(desk.manager, file, kind);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().name;
};
const load = (name: string, px: number, format: 'avif' | 'webp') =>
  site.app.inject({ url: `/pictures/${name.split('/')[1]}-${px}.${format}` });
const rows = async (table: string) =>
  (await site.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]!.n;

describe('O20 a picture', () => {
  test.each(['png', 'webp', 'avif'] as const)(
    'O20 in %s is written anew in the sizes of its kind',
    async (format) => {
      const file = await disc({ fill: [34, 170, 136] })
        .toFormat(format)
        .toBuffer();
      const name = await upload(file, 'items');
      for (const px of [384, 192])
        for (const written of ['avif', 'webp'] as const) {
          const answer = await load(name, px, written);
          const head = await sharp(answer.rawPayload).metadata();
          expect([head.width, head.height, head.hasAlpha]).toEqual([px, px, true]);
          expect(head.format).toBe(written === 'avif' ? 'heif' : 'webp');
        }
      const { data } = await sharp((await load(name, 384, 'webp')).rawPayload)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const middle = (192 * 384 + 192) * 4;
      expect(data[3]).toBe(0);
      for (const [at, value] of [34, 170, 136, 255].entries())
        expect(Math.abs(data[middle + at]! - value)).toBeLessThan(10);
    },
  );

  test('O20 of a case has the sizes of lists and of its page, and may be a JPEG', async () => {
    const name = await upload(await opaque(1000).jpeg().toBuffer(), 'cases');
    for (const px of [420, 900])
      expect((await sharp((await load(name, px, 'avif')).rawPayload).metadata()).width).toBe(px);
    expect((await load(name, 384, 'avif')).statusCode).toBe(404);
  });

  test('O20 has a mask of rim light: its outline, and not its middle', async () => {
    const name = await upload(
      await disc({ fill: [136, 68, 204] })
        .png()
        .toBuffer(),
    );
    const mask = await sharp((await load(name, 192, 'webp')).rawPayload)
      .raw()
      .toBuffer();
    const alphaAt = (x: number, y: number) => mask[(y * 192 + x) * 4 + 3]!;
    expect(alphaAt(96, 96)).toBeLessThan(10);
    expect(alphaAt(2, 2)).toBeLessThan(10);
    expect(Math.max(...Array.from({ length: 30 }, (_, at) => alphaAt(10 + at, 96)))).toBeGreaterThan(60);
  });

  test('O20 is served for good, and opened by itself it can do nothing', async () => {
    const name = await upload(
      await disc({ fill: [68, 136, 204] })
        .png()
        .toBuffer(),
    );
    const { headers, statusCode } = await load(name, 384, 'webp');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    for (const url of ['/pictures/u-0000000000000000-384.webp', '/pictures/..%2f..%2fetc', '/pictures/x'])
      expect((await site.app.inject({ url })).statusCode).toBe(404);
  });

  test('O20 loses what else its file had: place, author, colour profile, words', async () => {
    const secret = 'Made at 12 Harbour Street';
    const file = withPngChunk(
      await disc({ fill: [204, 68, 136] })
        .withExif({ IFD0: { Copyright: secret } })
        .png()
        .toBuffer(),
      'zTXt',
      Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(secret)]),
    );
    const name = await upload(file);
    for (const format of ['avif', 'webp'] as const) {
      const { rawPayload } = await load(name, 384, format);
      const head = await sharp(rawPayload).metadata();
      expect([head.exif, head.icc, head.xmp]).toEqual([undefined, undefined, undefined]);
      expect(rawPayload.includes(Buffer.from(secret))).toBe(false);
      expect(rawPayload.equals(file)).toBe(false);
    }
  });

  test('O20 is turned as its camera was held', async () => {
    const half = { input: await opaque(400).resize(400, 200).png().toBuffer(), top: 0, left: 0 };
    const file = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#fff' } })
      .composite([half])
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    const name = await upload(file, 'products');
    const data = await sharp((await load(name, 384, 'webp')).rawPayload)
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(data[0]).toBeGreaterThan(240);
    expect(data.at(-1)!).toBeLessThan(150);
  });

  test('O20 sent twice, at once and from two processes, is one row and one line in the log', async () => {
    const before = [await rows('pictures'), await rows('picture_files')];
    const file = await disc({ fill: [170, 204, 68] })
      .png()
      .toBuffer();
    const other = { browser: desk.through(await createSibling(site)) };
    const answers = await Promise.all([
      sendPicture(desk.manager, file),
      sendPicture(desk.manager, file),
      sendPicture(other, file, 'items', 'image/png'),
    ]);
    const names = new Set(answers.map((answer) => answer.json().name));
    expect(names.size).toBe(1);
    expect([await rows('pictures'), await rows('picture_files')]).toEqual([before[0]! + 1, before[1]! + 4]);
    const [name = ''] = names;
    const { entries } = (await desk.owner.browser.call(audit)).json();
    expect(entries.filter(({ targetId }: { targetId: string }) => targetId === name.split('/')[1])).toEqual([
      expect.objectContaining({
        act: 'uploadPicture',
        operator: 'manager',
        after: { pictureKind: 'items', pictureSide: 512, pictureBytes: file.length },
      }),
    ]);
    expect((await desk.owner.browser.call(catalogue)).json().pictures).toContain(name);
  });

  test('O20 can be published, and a draft with a missing picture has a mistake', async () => {
    const name = await upload(
      await disc({ fill: [204, 136, 68] })
        .png()
        .toBuffer(),
    );
    const short = name.split('/')[1]!;
    const id = await desk.changed((content) => {
      content.cases[0]!.items[0]!.imageName = short;
      content.goods[0]!.image = name;
      content.goods[1]!.image = 'products/u-0123456789abcdef';
    });
    expect((await desk.review(id)).mistakes.map(({ path, code }) => [path.join('.'), code])).toEqual([
      ['goods.1.image', 'noPicture'],
    ]);
    const whole = await desk.changed((content) => {
      content.cases[0]!.items[0]!.imageName = short;
      content.goods[0]!.image = name;
    });
    expect((await desk.publish(desk.owner, whole)).statusCode).toBe(200);
    await desk.look();
    expect(desk.inForce.goods[0]!.image).toBe(name);
  });
});
