import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { createBrowser } from '../../../../support/app/browser.ts';
import { queuedMails } from '../../../../support/app/queuedMails.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { codeOf, tokensFor, verify } from '../../../../support/access/mailedLinks.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { PlayerDesk } from '../../../../support/desks/playerDesk.ts';
import { ask, changeTo, enterCode, mailedCode, NEW_PASSWORD } from '../../../../support/access/reset.ts';
import { answerLink, linkOf, tie } from '../../../../support/players/gameLinks.ts';
import { bearerOf, createMember, signIn, userStatus } from '../../../../support/players/settings.ts';

let site: TestApp;
let desk: PlayerDesk;

beforeAll(async () => {
  site = await createTestApp();
  desk = new PlayerDesk(site);
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

const { approve, changePlayerEmail, mailReset, switchOffTwoFactor } = operatorCalls;
let addresses = 0;
const newAddress = () => `found.again${++addresses}@example.org`;
const kindsTo = async (email: string) => (await queuedMails(site, email)).map(({ kind }) => kind);
const addressOf = async (id: number) => {
  const { rows } = await site.pool.query('SELECT email, is_verified FROM accounts WHERE id = $1', [id]);
  return rows[0];
};

test('O13 a change of the e-mail waits for the new address; the old one is told at once and afterwards', async () => {
  const { accountId, email, headers, login } = await createMember(site);
  const address = newAddress();
  const preview = await desk.act(changePlayerEmail, accountId, { email: address }, { preview: true });
  expect(preview.json()).toMatchObject({
    before: { pendingEmail: null },
    after: { pendingEmail: 'f•••@example.org', sessionsEnded: 1, isOldAddressTold: true },
  });
  expect(await userStatus(site, headers)).toBe(200);
  expect((await desk.act(changePlayerEmail, accountId, { email: address })).json()).toEqual({ ended: 1 });
  expect(await userStatus(site, headers)).toBe(401);
  expect(await kindsTo(address)).toEqual(['emailChangeNew']);
  expect(await kindsTo(email)).toContain('emailChangeByTeam');
  expect((await addressOf(accountId)).email).toBe(email);
  expect((await desk.show(accountId)).pendingEmail).toBe('f•••@example.org');
  expect(JSON.stringify(await desk.history(accountId))).not.toContain(address);

  const [link = ''] = await tokensFor(site, address);
  expect((await verify(site, link)).json()).toMatchObject({ verified: 'changeDone' });
  expect(await addressOf(accountId)).toEqual({ email: address, is_verified: true });
  expect(await kindsTo(email)).toContain('emailChanged');
  expect((await desk.show(accountId)).pendingEmail).toBeNull();
  expect((await signIn(site, login)).statusCode).toBe(200);
});

test('O13 the old address stops a change that a stranger talked an operator into', async () => {
  const { accountId, email } = await createMember(site);
  const address = newAddress();
  await desk.act(changePlayerEmail, accountId, { email: address });
  const told = (await queuedMails(site, email)).find(({ kind }) => kind === 'emailChangeByTeam');
  const { notMe } = told!.variables as { notMe: string };
  expect((await verify(site, notMe)).statusCode).toBe(200);
  const [link = ''] = await tokensFor(site, address);
  expect(codeOf(await verify(site, link))).toBe('verificationInvalid');
  expect((await addressOf(accountId)).email).toBe(email);
});

test('O13 an old address that was never confirmed is not told', async () => {
  const { accountId, email } = await createMember(site, { isVerified: false });
  const address = newAddress();
  expect((await desk.act(changePlayerEmail, accountId, { email: address })).statusCode).toBe(200);
  expect(await kindsTo(email)).not.toContain('emailChangeByTeam');
  const [link = ''] = await tokensFor(site, address);
  expect((await verify(site, link)).json()).toMatchObject({ verified: 'changeDone' });
});

test('O13 an address of somebody else, a former one, or the same one is refused at its field', async () => {
  const { accountId, email } = await createMember(site);
  const other = await createMember(site);
  const former = other.email;
  const refusal = async (address: string) => {
    const answer = await desk.act(changePlayerEmail, accountId, { email: address });
    return [codeOf(answer), answer.json().errors.email];
  };
  expect(await refusal(email)).toEqual(['emailSame', 'emailSame']);
  expect(await refusal(other.email)).toEqual(['errorEmailExist', 'errorEmailExist']);
  const address = newAddress();
  await desk.act(changePlayerEmail, other.accountId, { email: address });
  const [link = ''] = await tokensFor(site, address);
  await verify(site, link);
  expect(await refusal(former)).toEqual(['errorEmailExist', 'errorEmailExist']);
  expect(await refusal('no address')).toEqual(['badRequest', expect.any(String)]);
});

test('O13 a manager asks a second person, whatever the player does meanwhile; support may not', async () => {
  const { accountId, login } = await createMember(site);
  const support = await createOperator(site, 'support');
  const address = newAddress();
  const body = { email: address };
  for (const call of [changePlayerEmail, mailReset])
    expect(codeOf(await desk.act(call, accountId, body, { by: support }))).toBe('operatorForbidden');
  const by = await createOperator(site, 'manager');
  const asked = await desk.act(changePlayerEmail, accountId, body, { by });
  expect(asked.statusCode).toBe(202);
  expect(await kindsTo(address)).toEqual([]);
  await bearerOf(site, login);
  const { id } = asked.json().pending;
  const answer = await desk.owner.browser.call(approve, {
    params: { id: String(id) },
    body: { reason: 'rang them' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await kindsTo(address)).toEqual(['emailChangeNew']);
});

test('O5 a request for a lost second factor ends when the player has set up another one', async () => {
  const { accountId } = await createMember(site);
  await site.pool.query('UPDATE accounts SET is_two_fa_enabled = true WHERE id = $1', [accountId]);
  await site.pool.query('INSERT INTO two_factors VALUES ($1, $2, 1, $3)', [
    accountId,
    'lost',
    site.deps.now(),
  ]);
  const by = await createOperator(site, 'manager');
  const { id } = (await desk.act(switchOffTwoFactor, accountId, {}, { by })).json().pending;
  const later = new Date(site.deps.now().getTime() + 60_000);
  await site.pool.query('UPDATE two_factors SET created_at = $2 WHERE account_id = $1', [accountId, later]);
  const answer = await desk.owner.browser.call(approve, { params: { id: String(id) }, body: {} });
  expect(codeOf(answer)).toBe('operatorChanged');
  expect((await desk.show(accountId)).isTwoFaEnabled).toBe(true);
});

test('O13 the mailed code works in the browser that asks for one afterwards, and a manager sends it alone', async () => {
  const { accountId, email, login } = await createMember(site);
  const by = await createOperator(site, 'manager');
  expect((await desk.act(mailReset, accountId, {}, { by })).statusCode).toBe(200);
  const code = await mailedCode(site, email);
  const browser = createBrowser(site);
  expect((await ask(browser, email)).json()).toMatchObject({ step: 'codeSentBefore' });
  expect((await enterCode(browser, email, code)).json()).toMatchObject({ step: 'codeAccepted' });
  expect((await changeTo(browser, email, code)).json()).toMatchObject({ step: 'passwordChanged' });
  expect((await signIn(site, login, {}, NEW_PASSWORD)).statusCode).toBe(200);
});

test('O13 a mailbox cannot be filled with codes', async () => {
  const { accountId, email } = await createMember(site);
  const answers = [];
  for (let times = 0; times < 6; times++) answers.push(await desk.act(mailReset, accountId));
  // one as for everybody, and three as for the player
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 429, 429]);
  expect(codeOf(answers.at(-1)!)).toBe('mailSentRecently');
  expect(await kindsTo(email)).toEqual(['resetCode', 'resetCode', 'resetCode', 'resetCode']);
});

test.each([
  ['a change of the e-mail', changePlayerEmail, () => ({ email: newAddress() })],
  ['a second factor that is switched off', switchOffTwoFactor, () => ({})],
])('O13 %s ends a young link to the game, told, and the permit to spend there', async (_, call, body) => {
  const { accountId, email, headers } = await createMember(site);
  await answerLink(site, { headers }, 'confirm', await tie(site, accountId));
  await site.post('/api/v1/user/spend-permit', { coinsPerDay: 50 }, headers);
  await site.pool.query('UPDATE accounts SET is_two_fa_enabled = true WHERE id = $1', [accountId]);
  expect((await desk.act(call, accountId, body(), { preview: true })).json().after).toMatchObject({
    link: null,
  });
  expect(await linkOf(site, { headers })).toMatchObject({ state: 'active' });
  expect((await desk.act(call, accountId, body())).statusCode).toBe(200);
  expect((await desk.show(accountId)).link).toBeNull();
  expect(await kindsTo(email)).toContain('gameUnlinked');
  const permits = await site.pool.query('SELECT FROM spend_permits WHERE account_id = $1', [accountId]);
  expect(permits.rowCount).toBe(0);
});
