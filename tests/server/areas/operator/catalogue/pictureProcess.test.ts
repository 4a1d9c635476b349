import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPictureWork } from '#/server/domain/pictures/pictureWork.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createSibling, type TestApp } from '../../../../support/app/testApp.ts';
import { disc, withPngChunk } from '../../../../support/catalogue/pictureSamples.ts';
import { DraftDesk } from '../../../../support/desks/draftDesk.ts';
import { sendPicture } from '../../../../support/desks/pictureDesk.ts';

let desk: DraftDesk;
/** A process of the site whose decoder does what a picture says. */
let hostile: TestApp;
const warnings: unknown[] = [];
beforeAll(async () => {
  desk = await DraftDesk.open();
  const log = { warn: (fields: unknown) => warnings.push(fields) };
  hostile = await createSibling(desk.site, {
    pictureWork: createPictureWork(log, {
      program: join(projectRoot, 'tests/support/catalogue/hostileProcess.ts'),
      limits: { startMs: 60_000, workMs: 8_000, idleMs: 60_000, memoryMb: 600 },
    }),
  });
});
beforeEach(async () => {
  await desk.signIn();
  warnings.length = 0;
});
afterAll(async () => {
  await hostile.close();
  await desk.site.close();
});

const send = (file: Buffer) => sendPicture({ browser: desk.through(hostile) }, file, 'products');
const good = (red: number) =>
  disc({ fill: [red, 10, 10] })
    .png()
    .toBuffer();
const harmful = async (harm: string) =>
  withPngChunk(await good(1), 'tEXt', Buffer.from(`Comment\0harm: ${harm} ${Math.random()}`));
const counts = async () => {
  const { rows } = await desk.site.pool.query<Record<string, number>>(`
    SELECT (SELECT count(*) FROM pictures)::int AS pictures, (SELECT count(*) FROM picture_files)::int AS files,
      (SELECT count(*) FROM audit WHERE event = 'uploadPicture')::int AS audit`);
  return rows[0]!;
};

describe('O20 a picture whose decoder', () => {
  test.each(['crash', 'hang', 'fill'])(
    'O20 does "%s" is refused with a sentence, leaves nothing, and the site goes on',
    async (harm) => {
      const before = await counts();
      const answer = await send(await harmful(harm));
      expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'pictureGivenUp']);
      expect(answer.json().message).toMatch(/^Decoding the picture crashed/);
      expect(await counts()).toEqual(before);
      expect(warnings).toEqual([expect.objectContaining({ task: 'encode' })]);
      expect((await hostile.get('/healthz')).statusCode).toBe(200);
      expect((await send(await good(harm.charCodeAt(0)))).statusCode).toBe(200);
      expect(await counts()).toEqual({
        pictures: before['pictures']! + 1,
        files: before['files']! + 2,
        audit: before['audit']! + 1,
      });
    },
  );

  test('O20 answers with something else than its files is refused', async () => {
    const before = await counts();
    expect(codeOf(await send(await harmful('lie')))).toBe('pictureGivenUp');
    expect(await counts()).toEqual(before);
  });

  test('O20 crashes spoils no other upload of the same moment', async () => {
    const before = await counts();
    const files = [await good(201), await harmful('crash'), await good(202)];
    const answers = await Promise.all(files.map(send));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 422, 200]);
    expect(await counts()).toEqual({
      pictures: before['pictures']! + 2,
      files: before['files']! + 4,
      audit: before['audit']! + 2,
    });
  });

  test('O20 does not start is answered with busy, and so are uploads while the site stops', async () => {
    const file = await good(203);
    const absent = await createSibling(desk.site, {
      pictureWork: createPictureWork({ warn: () => {} }, { program: '/nowhere/absent.js' }),
    });
    const answer = await sendPicture({ browser: desk.through(absent) }, file, 'products');
    expect([answer.statusCode, codeOf(answer), answer.headers['retry-after']]).toEqual([503, 'busy', '5']);
    await absent.close();
    const stopping = await createSibling(desk.site);
    stopping.deps.pictureWork.stop();
    const late = await sendPicture({ browser: desk.through(stopping) }, file, 'products');
    expect(codeOf(late)).toBe('busy');
    await stopping.close();
  });
});
