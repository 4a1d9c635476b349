import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkPlayer } from '#/server/areas/game/linkPlayer.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { answerLink, codeOfPlayer, linkOf, typeCode } from '../../../support/players/gameLinks.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let adapter: GameAdapter;
let member: Member;
let code: string;
let licenses = 0;
let player: string;
beforeAll(async () => {
  app = await createTestApp();
  adapter = new GameAdapter(app, await gameKeyOf(app, 'everest', ['deliver', 'players', 'link']));
  await adapter.hello({ identity: 'link' });
});
beforeEach(async () => {
  member = await createMember(app);
  player = `license2:again${++licenses}`;
  code = await codeOfPlayer(app, member);
});
afterAll(() => app.close());

const type = (as = player) => typeCode(adapter, code, as);

describe('D15 a code that the game sends again because an answer was lost', () => {
  test('gets the same answer, without another mail, until the player has answered on the site', async () => {
    const { login } = (await type()) as { login: string };
    expect(login).toContain('***');
    const mails = await queuedMails(app, member.email);
    app.advanceMs(10 * 60_000);
    for (let times = 0; times < 6; times++) expect(await type()).toMatchObject({ login });
    expect(await queuedMails(app, member.email)).toEqual(mails);
    expect(await type(`${player}other`)).toMatchObject({ refused: 'linkCodeInvalid' });
    const other = { code, player, ids: [], character: 'QBX2', name: 'Jane Doe' };
    expect(await adapter.call('links', other)).toMatchObject({ refused: 'linkCodeInvalid' });
    const { id } = await linkOf(app, member);
    await answerLink(app, member, 'confirm', id);
    expect(await type()).toMatchObject({ refused: 'linkCodeInvalid' });
  });

  test('ties once if it comes twice at once', async () => {
    const body = { v: 1, instance: '', seq: 1, at: 0, head: 0, code, player } as const;
    const server = { serverKey: 'everest', identity: 'link' } as const;
    const [first, second] = await Promise.all([
      linkPlayer(app.deps, server, body),
      linkPlayer(app.deps, server, body),
    ]);
    expect(second).toEqual(first);
    const { rows } = await app.pool.query('SELECT FROM game_links WHERE account_id = $1', [member.accountId]);
    expect(rows).toHaveLength(1);
  });
});
