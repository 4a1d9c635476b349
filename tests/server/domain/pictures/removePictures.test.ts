import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { removePictures } from '#/server/domain/pictures/removePictures.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { disc } from '../../../support/catalogue/pictureSamples.ts';
import { DraftDesk } from '../../../support/desks/draftDesk.ts';
import { sendPicture } from '../../../support/desks/pictureDesk.ts';
import type { TestApp } from '../../../support/app/testApp.ts';

const DAY_MS = 24 * 60 * 60_000;

let site: TestApp;
let desk: DraftDesk;
beforeAll(async () => {
  desk = await DraftDesk.open();
  site = desk.site;
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

let red = 0;
/** Uploads a picture that nobody else has uploaded. @returns its name without the kind */
async function uploaded(): Promise<string> {
  red += 10;
  const answer = await sendPicture(
    desk.manager,
    await disc({ fill: [red, 0, 0] })
      .png()
      .toBuffer(),
  );
  return answer.json().name.split('/')[1];
}
const isThere = async (name: string) =>
  (await site.app.inject({ url: `/pictures/${name}-384.webp` })).statusCode === 200;
const naming = (name: string) =>
  desk.changed((content) => {
    content.cases[0]!.items[0]!.imageName = name;
  });

test('O20 an unused picture is removed after thirty days, with its files', async () => {
  const name = await uploaded();
  site.advanceMs(30 * DAY_MS - 60_000);
  await removePictures(site.deps);
  expect(await isThere(name)).toBe(true);
  site.advanceMs(120_000);
  await removePictures(site.deps);
  expect(await isThere(name)).toBe(false);
  const { rows } = await site.pool.query('SELECT FROM picture_files WHERE name = $1', [name]);
  expect(rows).toEqual([]);
});

test('O20 a picture stays while a draft names it, and for thirty days after', async () => {
  const name = await uploaded();
  const id = await naming(name);
  site.advanceMs(40 * DAY_MS);
  await removePictures(site.deps);
  expect(await isThere(name)).toBe(true);
  await desk.signIn();
  await desk.owner.browser.call(operatorCalls.discardDraft, {
    params: { id: String(id) },
    body: { version: 2 },
  });
  await removePictures(site.deps);
  expect(await isThere(name)).toBe(true);
  site.advanceMs(31 * DAY_MS);
  await removePictures(site.deps);
  expect(await isThere(name)).toBe(false);
});

test('O20 a picture of any revision stays for good, so that it can be rolled back to', async () => {
  const name = await uploaded();
  const before = desk.inForce.cases[0]!.items[0]!.imageName;
  expect((await desk.publish(desk.owner, await naming(name))).statusCode).toBe(200);
  await desk.look();
  expect((await desk.publish(desk.owner, await naming(before))).statusCode).toBe(200);
  site.advanceMs(400 * DAY_MS);
  await removePictures(site.deps);
  await removePictures(site.deps);
  expect(await isThere(name)).toBe(true);
});

test('O20 a picture that is uploaded again is kept for as long again', async () => {
  const name = await uploaded();
  site.advanceMs(29 * DAY_MS);
  await desk.signIn();
  red -= 10;
  expect(await uploaded()).toBe(name);
  site.advanceMs(29 * DAY_MS);
  await removePictures(site.deps);
  expect(await isThere(name)).toBe(true);
});
