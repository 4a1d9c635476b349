import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { codeAt, createGuarded } from '../../../support/access/authenticator.ts';
import { answerLink, askCode, linkOf, tie, unlink } from '../../../support/players/gameLinks.ts';
import { codeOf } from '../../../support/access/mailedLinks.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await new GameAdapter(app, await gameKeyOf(app)).hello({ identity: 'link' });
});
afterAll(() => app.close());

/** The password was last proved an hour ago. */
const ageSignIn = ({ accountId }: Member) =>
  app.pool.query('UPDATE sessions SET proven_at = $2 WHERE account_id = $1', [
    accountId,
    new Date(app.deps.now().getTime() - 60 * 60_000),
  ]);
const permit = ({ headers }: Member, coinsPerDay: number, proof: object = {}) =>
  app.post('/api/v1/user/spend-permit', { coinsPerDay, ...proof }, headers);

describe('D15 the code on the site', () => {
  test('needs a fresh sign-in', async () => {
    const member = await createMember(app);
    await ageSignIn(member);
    expect(codeOf(await askCode(app, member))).toBe('passwordNeeded');
    expect(codeOf(await askCode(app, member, { password: 'wrong-guess-1' }))).toBe('errorOldPasswordInvalid');
    expect((await askCode(app, member, { password: PASSWORD })).statusCode).toBe(200);
  });

  test('needs a code of the second factor where there is one, as ending the link does', async () => {
    const member = await createGuarded(app);
    expect(codeOf(await askCode(app, member))).toBe('errorTwoFaActivated');
    const right = codeAt(app.deps, member.secret);
    expect((await askCode(app, member, { verification_code: right })).statusCode).toBe(200);
    await tie(app, member.accountId);
    expect(codeOf(await unlink(app, member))).toBe('errorTwoFaActivated');
    const proof = { verification_code: member.recoveryCodes[0] };
    expect((await unlink(app, member, proof)).statusCode).toBe(200);
  });

  test('is made 20 times a day', async () => {
    const member = await createMember(app);
    for (let times = 0; times < 20; times++) expect((await askCode(app, member)).statusCode).toBe(200);
    expect((await askCode(app, member)).statusCode).toBe(429);
  });

  test('is not made where the server takes none', async () => {
    const member = await createMember(app);
    await app.pool.query(`UPDATE game_instances SET identity = 'login'`);
    expect(codeOf(await askCode(app, member))).toBe('linkUnavailable');
    expect(await linkOf(app, member)).toMatchObject({ state: 'none', canLinkHere: false, identity: 'login' });
    await app.pool.query(`UPDATE game_instances SET identity = 'link'`);
  });
});

test('D15 a link is confirmed once by 20 answers at once, and one of confirm and refuse wins', async () => {
  const member = await createMember(app);
  const id = await tie(app, member.accountId);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => answerLink(app, member, at % 2 ? 'confirm' : 'refuse', id)),
  );
  const { state } = await linkOf(app, member);
  const statuses = new Set(answers.map(({ statusCode }) => statusCode));
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(['none', 'active']).toContain(state);
});

describe('D17 the permit to spend in the game', () => {
  test('is nothing until the player sets it, and needs a fresh sign-in only to rise', async () => {
    const member = await createMember(app);
    expect((await app.get('/api/v1/user/spend-permit', member.headers)).json()).toEqual({
      coinsPerDay: 0,
      spentToday: 0,
    });
    await permit(member, 50);
    await ageSignIn(member);
    expect(codeOf(await permit(member, 51))).toBe('passwordNeeded');
    expect((await permit(member, 20)).json()).toEqual({ coinsPerDay: 20, spentToday: 0 });
    expect((await permit(member, 100, { password: PASSWORD })).json()).toEqual({
      coinsPerDay: 100,
      spentToday: 0,
    });
  });

  test.each([-1, 1.5, 50_001, '5', null])('is refused as %j', async (coinsPerDay) => {
    const member = await createMember(app);
    expect((await permit(member, coinsPerDay as number)).statusCode).toBe(400);
  });

  test('does not rise without a proof when it was lowered meanwhile', async () => {
    const member = await createMember(app);
    await permit(member, 100);
    await ageSignIn(member);
    await Promise.all([permit(member, 0), permit(member, 90)]);
    const { coinsPerDay } = (await app.get('/api/v1/user/spend-permit', member.headers)).json<{
      coinsPerDay: number;
    }>();
    expect([0, 90]).toContain(coinsPerDay);
  });
});
