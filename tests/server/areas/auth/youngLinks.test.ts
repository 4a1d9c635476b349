import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createContested, WAYS } from '../../../support/access/takeover.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { answerLink, tie } from '../../../support/players/gameLinks.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

test.each([
  ['mailbox', 6, 'ended', ['gameUnlinked']],
  ['mailbox', 8, 'active', []],
  ['password', 6, 'ended', ['gameUnlinked']],
  ['password', 8, 'active', []],
  // the reader of the mail has just said that it was somebody else
  ['notMe', 6, 'ended', []],
  ['notMe', 8, 'active', []],
])(
  'SE2 after %s a link to the game that is %i days old is %s, and mailed: %j',
  async (way, days, state, told) => {
    const account = await createContested(app, true);
    const id = await tie(app, account.accountId);
    await answerLink(app, { headers: account.stranger }, 'confirm', id);
    await app.pool.query(
      `UPDATE game_links SET linked_at = linked_at - $2 * interval '1 day' WHERE id = $1`,
      [id, days],
    );
    await WAYS[way]!(app, account);
    const { rows } = await app.pool.query('SELECT state FROM game_links WHERE id = $1', [id]);
    expect(rows).toEqual([{ state }]);
    const kinds = (await queuedMails(app, account.email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'gameUnlinked')).toEqual(told);
  },
);
