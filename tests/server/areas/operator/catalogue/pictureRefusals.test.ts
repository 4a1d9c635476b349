import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { claimingPng, disc, opaque, withPngChunk } from '../../../../support/catalogue/pictureSamples.ts';
import { DraftDesk } from '../../../../support/desks/draftDesk.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { sendPicture } from '../../../../support/desks/pictureDesk.ts';
import { createSibling, type TestApp } from '../../../../support/app/testApp.ts';

const { uploadPicture } = operatorCalls;

let site: TestApp;
let desk: DraftDesk;
beforeAll(async () => {
  desk = await DraftDesk.open();
  site = desk.site;
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

const send = (file: Buffer, kind?: UploadKind, type?: string) => sendPicture(desk.manager, file, kind, type);
const pictures = async () =>
  (await site.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM pictures')).rows[0]!.n;

const moving = async () => {
  const frames = [
    await disc().png().toBuffer(),
    await disc({ fill: [0, 0, 0] })
      .png()
      .toBuffer(),
  ];
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100] })
    .toBuffer();
};
const cut = (file: Buffer, share = 0.6) => file.subarray(0, Math.floor(file.length * share));
const html = Buffer.from('<script>alert(1)</script>');

describe('O20 refuses', () => {
  test.each<[string, string, () => Promise<Buffer> | Buffer, UploadKind?, string?]>([
    ['nothing', 'pictureKind', () => Buffer.alloc(0)],
    ['a page', 'pictureKind', () => Buffer.from('<!doctype html><script>1</script>')],
    [
      'an SVG',
      'pictureKind',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'items',
      'image/svg+xml',
    ],
    ['a GIF', 'pictureKind', () => disc().gif().toBuffer()],
    ['a TIFF', 'pictureKind', () => disc().tiff().toBuffer()],
    ['a HEIC by its brand', 'pictureKind', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['a PDF', 'pictureKind', () => Buffer.from('%PDF-1.7\n')],
    ['a JPEG that is called PNG', 'pictureLies', () => opaque().jpeg().toBuffer(), 'cases', 'image/png'],
    ['a PNG that is called SVG', 'pictureLies', () => disc().png().toBuffer(), 'items', 'image/svg+xml'],
    ['a cut PNG', 'pictureBroken', async () => cut(await disc().png().toBuffer())],
    ['a cut JPEG', 'pictureBroken', async () => cut(await opaque().jpeg().toBuffer()), 'cases'],
    ['a cut WebP', 'pictureBroken', async () => cut(await disc().webp().toBuffer())],
    ['a cut AVIF', 'pictureBroken', async () => cut(await disc().avif().toBuffer())],
    [
      'a PNG whose data are zeros',
      'pictureBroken',
      async () => {
        const file = await disc().png({ compressionLevel: 0 }).toBuffer();
        return file.fill(0, 2000, 200_000);
      },
    ],
    [
      'a PNG with a page behind it',
      'pictureBroken',
      async () => Buffer.concat([await disc().png().toBuffer(), html]),
    ],
    [
      'a JPEG with a page behind it',
      'pictureBroken',
      async () => Buffer.concat([await opaque().jpeg().toBuffer(), html]),
      'cases',
    ],
    [
      'a WebP with a page behind it',
      'pictureBroken',
      async () => Buffer.concat([await disc().webp().toBuffer(), html]),
    ],
    [
      'an AVIF with a page behind it',
      'pictureBroken',
      async () => Buffer.concat([await disc().avif().toBuffer(), html]),
    ],
    [
      'two JPEGs in one file',
      'pictureBroken',
      async () => {
        const one = await opaque().jpeg().toBuffer();
        return Buffer.concat([one, one]);
      },
      'cases',
    ],
    ['the first bytes of a PNG alone', 'pictureBroken', () => Buffer.from('89504e470d0a1a0a', 'hex')],
    ['the first bytes of a JPEG alone', 'pictureBroken', () => Buffer.from('ffd8ff', 'hex')],
    ['the first bytes of a WebP alone', 'pictureBroken', () => Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
    [
      'the first bytes of an AVIF alone',
      'pictureBroken',
      () => Buffer.from('\0\0\0\x10ftypavif\0\0\0\0', 'latin1'),
    ],
    ['a WebP that moves', 'pictureAnimated', () => moving()],
    [
      'a PNG that moves',
      'pictureAnimated',
      async () => withPngChunk(await disc().png().toBuffer(), 'acTL', Buffer.alloc(8, 1)),
    ],
    [
      'an AVIF that moves',
      'pictureAnimated',
      async () => {
        const file = await disc().avif().toBuffer();
        file.write('avis', 8, 'latin1');
        return file;
      },
    ],
    ['a small one', 'pictureSides', () => disc({ px: 383 }).png().toBuffer()],
    ['a large one', 'pictureSides', () => opaque(4097).png().toBuffer(), 'cases'],
    ['a bomb of 65,535 px', 'pictureSides', () => claimingPng(65_535)],
    ['a bomb of two thousand million px', 'pictureBroken', () => claimingPng(2_147_483_647)],
    ['an oblong', 'pictureNotSquare', () => disc({ px: 600, height: 500 }).png().toBuffer()],
    ['a prize on a ground', 'pictureNeedsAlpha', () => opaque().png().toBuffer()],
    ['a prize whose alpha says nothing', 'pictureNeedsAlpha', () => opaque().ensureAlpha(1).png().toBuffer()],
    ['a prize as JPEG', 'pictureNeedsAlpha', () => opaque().jpeg().toBuffer()],
  ])('O20 refuses %s', async (_, code, file, kind = 'items', type) => {
    const before = await pictures();
    const answer = await send(await file(), kind, type);
    expect([codeOf(answer), Math.floor(answer.statusCode / 100)]).toEqual([code, 4]);
    expect(await pictures()).toBe(before);
  });

  test('O20 refuses a file of more than 8 MB, whatever its length says, and only this route takes more than others', async () => {
    const file = Buffer.alloc(8 * 1024 * 1024 + 1);
    expect([(await send(file)).statusCode, codeOf(await send(file))]).toEqual([413, 'pictureTooLarge']);
    const unsaid = await desk.manager.browser.call(uploadPicture, {
      query: { kind: 'items' },
      raw: file,
      headers: { 'content-type': 'image/png', 'content-length': '10' },
    });
    expect(codeOf(unsaid)).toBe('pictureTooLarge');
    const elsewhere = await desk.manager.browser.call(operatorCalls.makeDraft, {
      raw: `"${'x'.repeat(40_000)}"`,
    });
    expect(elsewhere.statusCode).toBe(413);
  });

  test('O20 refuses those who may not edit the catalogue, strangers, other pages, and owners of files', async () => {
    const file = await disc({ fill: [17, 34, 51] })
      .png()
      .toBuffer();
    const support = await createOperator(site, 'support');
    expect(codeOf(await sendPicture(support, file))).toBe('operatorForbidden');
    const { url, method } = { url: `${uploadPicture.path}?kind=items`, method: 'POST' as const };
    expect(
      codeOf(await site.app.inject({ url, method, payload: file, headers: { 'content-type': 'image/png' } })),
    ).toBe('csrfInvalid');
    const files = { browser: desk.through(await createSibling(site, { config: { catalogue: 'files' } })) };
    expect(codeOf(await sendPicture(files, file))).toBe('catalogueInFiles');
    const odd = await desk.manager.browser.call(uploadPicture, { query: { kind: 'payments' }, raw: file });
    expect(odd.statusCode).toBe(400);
  });

  test('O20 refuses the hundred and twenty-first in an hour, and many at once only for a moment', async () => {
    const many = await Promise.all(Array.from({ length: 121 }, () => send(Buffer.from('no picture'))));
    const codes = many.map(codeOf);
    expect(codes.filter((code) => code === 'tooManyRequests')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['tooManyRequests', 'pictureKind', 'busy']));
    site.advanceMs(60 * 60_000);
    await desk.signIn();
    expect(codeOf(await send(Buffer.from('no picture')))).toBe('pictureKind');
  });
});
