import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { endLinkOf } from '#/server/operator/operateLinks.ts';
import { queuedMails } from '../../support/app/queuedMails.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';
import { linkOf, linkTo } from '../../support/players/gameLinks.ts';
import { createMember, type Member } from '../../support/players/settings.ts';
import { GameAdapter, gameKeyOf } from '../../support/services/gameAdapter.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;
let adapter: GameAdapter;
let member: Member;
let player: string;
let licenses = 0;
beforeAll(async () => {
  app = await createTestApp();
  adapter = new GameAdapter(app, await gameKeyOf(app, 'everest', ['deliver', 'players', 'link']));
  await adapter.hello({ identity: 'link' });
});
beforeEach(async () => {
  member = await createMember(app);
  player = `license2:${++licenses}`;
  await linkTo(app, adapter, member, player);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const end = (who: string, serverKey = 'everest') =>
  endLinkOf(app.deps, { serverKey, who, reason: 'talked into it' });

describe('D15 an operator ends a link', () => {
  test.each(['login', 'player'] as const)(
    'by the %s, with a reason in the journal and a mail',
    async (by) => {
      const who = by === 'login' ? member.login.toUpperCase() : player;
      expect(await end(who)).toEqual({ player, login: member.login });
      expect(await linkOf(app, member)).toMatchObject({ state: 'none' });
      const { rows } = await app.pool.query(
        `SELECT actor, detail FROM audit WHERE account_id = $1 AND event = 'gameLinkEnded'`,
        [member.accountId],
      );
      expect(rows).toEqual([{ actor: 'operator', detail: { reason: 'talked into it' } }]);
      expect((await queuedMails(app, member.email)).map(({ kind }) => kind)).toContain('gameUnlinked');
    },
  );

  test('of a player, who may then be tied to their own account, while the other account waits 24 h', async () => {
    await end(player);
    const own = await createMember(app);
    await linkTo(app, adapter, own, player);
    expect(await linkOf(app, own)).toMatchObject({ state: 'active', heldUntil: null });
    await linkTo(app, adapter, member, `${player}b`);
    const { linkedAt, heldUntil } = await linkOf(app, member);
    expect(Date.parse(heldUntil!) - Date.parse(linkedAt!)).toBe(24 * HOUR_MS);
  });

  test('that is none with a sentence', async () => {
    await expect(end('nobody')).rejects.toThrow('Nobody on everest is tied as nobody.');
    await expect(end(player, 'fuji')).rejects.toThrow('Nobody on fuji');
    await end(player);
    await expect(end(player)).rejects.toThrow('Nobody on everest');
  });
});
