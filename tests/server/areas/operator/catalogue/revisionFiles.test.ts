import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { catalogueCalls } from '#/contract/operator/catalogue/catalogueCalls.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';
import { newestRevision } from '#/server/domain/catalogue/revisions.ts';
import { readPictureFolder } from '#/server/domain/pictures/readPictureFolder.ts';
import { storePicture } from '#/server/domain/pictures/storePicture.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { demoCatalogue } from '../../../../support/catalogue/demoCatalogue.ts';
import { disc, opaque } from '../../../../support/catalogue/pictureSamples.ts';
import { DraftDesk } from '../../../../support/desks/draftDesk.ts';
import { sendPicture } from '../../../../support/desks/pictureDesk.ts';

let site: TestApp;
let other: TestApp;
let desk: DraftDesk;
let folder: string;
beforeAll(async () => {
  desk = await DraftDesk.open();
  site = desk.site;
  other = await createTestApp();
});
beforeEach(async () => {
  await desk.signIn();
  folder = mkdtempSync(join(tmpdir(), 'one-rp-revision-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(async () => {
  await site.close();
  await other.close();
});

/** Takes the revision in force as files. @returns its content */
async function takeFiles(): Promise<Catalogue> {
  const { id, content } = (await newestRevision(site.deps.db))!;
  const answer = await desk.manager.browser.call(catalogueCalls.revisionFiles, {
    params: { id: String(id) },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="catalogue-${id}.zip"`,
    'cache-control': 'no-store',
  });
  for (const [path, bytes] of Object.entries(unzipSync(new Uint8Array(answer.rawPayload)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return content;
}

/** Imports the folder into another site as the command does. */
const importInto = async (into: TestApp) => {
  const pictures = await readPictureFolder(folder);
  return importCatalogue(into.pool, await readCatalogue(folder, 'assets'), {
    actor: 'operator',
    before: async (tx) => {
      for (const picture of pictures) await storePicture(tx, into.deps, picture);
    },
  });
};
const sorted = ({ cases, ...rest }: Catalogue) => ({ ...rest, cases: cases.toSorted((a, b) => a.id - b.id) });

test('O19 a revision as files imports to the same catalogue, which is no new revision', async () => {
  await importCatalogue(site.pool, demoCatalogue);
  const content = await takeFiles();
  expect(sorted(await readCatalogue(folder, 'assets'))).toEqual(sorted(content));
  await importInto(other);
  expect(sorted((await newestRevision(other.deps.db))!.content)).toEqual(sorted(content));
  const { id } = (await newestRevision(site.deps.db))!;
  expect(await importInto(site)).toEqual([]);
  expect((await newestRevision(site.deps.db))!.id).toBe(id);
});

test('O19 uploaded pictures travel in the files, and are served by the other site as here', async () => {
  const upload = async (file: Buffer, kind: 'items' | 'cases') =>
    (await sendPicture(desk.manager, file, kind)).json<{ name: string }>().name;
  const prize = await upload(
    await disc({ fill: [200, 30, 30] })
      .png()
      .toBuffer(),
    'items',
  );
  const cover = await upload(await opaque(1000).png().toBuffer(), 'cases');
  const unused = await upload(
    await disc({ fill: [1, 2, 3] })
      .png()
      .toBuffer(),
    'items',
  );
  const [first, ...cases] = demoCatalogue.cases;
  const [item, ...items] = first!.items;
  const imageName = prize.split('/')[1]!;
  await importCatalogue(site.pool, {
    ...demoCatalogue,
    cases: [
      { ...first!, imageName: cover.split('/')[1]!, items: [{ ...item!, imageName }, ...items] },
      ...cases,
    ],
  });
  await takeFiles();
  await importInto(other);
  const load = (app: TestApp, path: string) => app.app.inject({ url: `/pictures/${path}` });
  for (const file of [`${imageName}-384.avif`, `${imageName}-192.webp`, `${cover.split('/')[1]}-900.avif`]) {
    const here = await load(site, file);
    expect(here.statusCode).toBe(200);
    expect((await load(other, file)).rawPayload.equals(here.rawPayload)).toBe(true);
  }
  expect((await load(other, `${unused.split('/')[1]}-384.avif`)).statusCode).toBe(404);
  // the same pictures once more change nothing
  expect(await importInto(other)).toEqual([]);
});

test('O20 files that are not what the site writes are refused, with their names', async () => {
  const name = (
    await sendPicture(
      desk.manager,
      await disc({ fill: [9, 9, 200] })
        .png()
        .toBuffer(),
      'items',
    )
  ).json().name;
  const [first, ...cases] = demoCatalogue.cases;
  const [item, ...items] = first!.items;
  const imageName = name.split('/')[1];
  await importCatalogue(site.pool, {
    ...demoCatalogue,
    cases: [{ ...first!, items: [{ ...item!, imageName }, ...items] }, ...cases],
  });
  await takeFiles();
  const at = (px: number, format: string) => join(folder, `pictures/items/${imageName}.${px}.${format}`);
  const spoil = async (path: string, bytes: Buffer | string, mistake: RegExp) => {
    const before = readFileSync(path);
    writeFileSync(path, bytes);
    await expect(readPictureFolder(folder)).rejects.toThrow(mistake);
    writeFileSync(path, before);
  };
  await spoil(at(384, 'webp'), '<svg xmlns="http://www.w3.org/2000/svg"/>', /384\.webp is no webp of 384 px/);
  await spoil(at(384, 'avif'), readFileSync(at(192, 'avif')), /384\.avif is no avif of 384 px/);
  await spoil(
    at(192, 'webp'),
    Buffer.concat([readFileSync(at(192, 'webp')), Buffer.from('<script>')]),
    /192\.webp/,
  );
  await spoil(join(folder, 'pictures/list.json'), '[{"kind":"items"}]', /pictures\/list\.json/);
  rmSync(at(384, 'avif'));
  await expect(readPictureFolder(folder)).rejects.toThrow(/384\.avif is missing/);
  rmSync(join(folder, 'pictures'), { recursive: true });
  await expect(readCatalogue(folder, 'assets')).rejects.toThrow(
    `assets/items/${imageName}.* is named but not there`,
  );
});
