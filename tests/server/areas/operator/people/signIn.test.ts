import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { UNATTENDED_HEADER } from '#/contract/operator/people/operatorPage.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { auditFailure } from '#/server/domain/operators/operatorAttempts.ts';
import { resetOperator } from '#/server/domain/operators/invitations.ts';
import { codeAt, wrongCode } from '../../../../support/access/authenticator.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import {
  createOperator,
  invited,
  nextCode,
  OPERATOR_PASSWORD,
  OperatorBrowser,
} from '../../../../support/desks/operators.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const { acceptInvitation, invitation, prove, session, signIn, signOut } = operatorCalls;
const isSignedIn = async (browser: OperatorBrowser) => (await browser.load()).operator !== null;

describe('O1 a link', () => {
  test('O1 sets password and second factor once, and signs in', async () => {
    const owner = await createOperator(site, 'owner');
    expect(await isSignedIn(owner.browser)).toBe(true);
    expect(new Set(owner.recoveryCodes).size).toBe(10);
  });

  test('O1 of ten who open it at once with a right code one gets in', async () => {
    const { token } = await invited(site, 'viewer');
    const browsers = Array.from({ length: 10 }, () => new OperatorBrowser(site));
    const { secret } = (await browsers[0]!.call(invitation, { body: { token } })).json();
    const body = { token, password: OPERATOR_PASSWORD, code: codeAt(site.deps, secret) };
    const answers = await Promise.all(browsers.map((browser) => browser.call(acceptInvitation, { body })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ statusCode }) => statusCode !== 200).map(codeOf))).toEqual(
      new Set(['invitationInvalid']),
    );
    const late = await browsers[0]!.call(invitation, { body: { token } });
    expect(codeOf(late)).toBe('invitationInvalid');
  });

  test('O1 ends after an hour, and by a newer link', async () => {
    const { token } = await invited(site, 'viewer');
    const newer = await invited(site, 'viewer');
    const { token: next } = await withTx(site.pool, (tx) => resetOperator(tx, site.deps, newer.id));
    const browser = new OperatorBrowser(site);
    const look = async (secret: string) =>
      (await browser.call(invitation, { body: { token: secret } })).statusCode;
    expect([await look(token), await look(newer.token), await look(next)]).toEqual([200, 422, 200]);
    site.advanceMs(HOUR_MS);
    expect([await look(token), await look(next)]).toEqual([422, 422]);
  });

  test('O1 wants a code of the secret that it shows, and no common password', async () => {
    const { token } = await invited(site, 'viewer');
    const browser = new OperatorBrowser(site);
    const { secret } = (await browser.call(invitation, { body: { token } })).json();
    const accept = async (password: string, code: string) =>
      codeOf(await browser.call(acceptInvitation, { body: { token, password, code } }));
    expect(await accept(OPERATOR_PASSWORD, wrongCode(site.deps, secret))).toBe('errorTwoFaActivated');
    expect(await accept('password1', codeAt(site.deps, secret))).toBe('passwordCommon');
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('O2 the sign-in', () => {
  test('O2 wants password and code; whatever is wrong looks alike', async () => {
    const { email, secret } = await createOperator(site, 'manager');
    const { email: unopened } = await invited(site, 'manager');
    const browser = new OperatorBrowser(site);
    const code = () => nextCode(site, { secret });
    const answers = await Promise.all(
      [
        { email: 'nobody@example.org', password: OPERATOR_PASSWORD, code: '123456' },
        { email: unopened, password: OPERATOR_PASSWORD, code: '123456' },
        { email, password: 'quiet-harbour-18', code: code() },
        { email, password: OPERATOR_PASSWORD, code: wrongCode(site.deps, secret) },
      ].map((body) => browser.call(signIn, { body })),
    );
    const bodies = answers.map((answer) => ({ ...answer.json(), requestId: '' }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(answers.map(codeOf)).toEqual(Array(4).fill('errorCredentials'));
    const right = await browser.call(signIn, { body: { email, password: OPERATOR_PASSWORD, code: code() } });
    expect(right.statusCode).toBe(200);
    expect(right.cookies.find(({ name }) => name === 'operator')).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
    });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('O2 a code and a recovery code work once, also at the same time', async () => {
    const { email, secret, recoveryCodes } = await createOperator(site, 'manager');
    const codes = [nextCode(site, { secret }), recoveryCodes[0]!];
    for (const code of codes) {
      const body = { email, password: OPERATOR_PASSWORD, code };
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => new OperatorBrowser(site).call(signIn, { body })),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  });

  test('O2 strangers are stopped after five tries, and do not lock the operator out', async () => {
    const { email, secret } = await createOperator(site, 'manager');
    const browser = new OperatorBrowser(site);
    const attempt = (ip: string, body: object) => browser.call(signIn, { ip, body });
    const guess = { email, password: 'quiet-harbour-18', code: '123456' };
    const codes = [];
    for (let tries = 0; tries < 6; tries += 1) codes.push(codeOf(await attempt(`198.51.${tries}.7`, guess)));
    expect(codes).toEqual([...Array(5).fill('errorCredentials'), 'tooManyRequests']);
    const right = { email, password: OPERATOR_PASSWORD, code: nextCode(site, { secret }) };
    expect((await attempt('198.51.99.7', right)).statusCode).toBe(429);
    // the network where the link was opened
    expect((await attempt('127.0.0.1', right)).statusCode).toBe(200);
  });

  test('O6 failed tries are in the audit log with operator and network, without what was typed', async () => {
    const { id, email } = await createOperator(site, 'manager');
    const unknown = 'unknown.person@example.org';
    const typed = { password: 'typed-by-a-stranger-1', code: '246813' };
    for (const address of [email, unknown])
      await new OperatorBrowser(site).call(signIn, { ip: '203.0.113.9', body: { email: address, ...typed } });
    const { rows } = await site.pool.query(
      `SELECT * FROM audit WHERE event = 'operatorSignInFailed' AND network = '203.0.113.*' ORDER BY id`,
    );
    expect(rows).toMatchObject([
      { operator_id: String(id), actor: 'operator' },
      { operator_id: null, actor: 'operator' },
    ]);
    for (const secret of [email, unknown, typed.password, typed.code])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('O6 strangers with any number of networks write a hundred failed tries a day', async () => {
    const failures = async () =>
      Number(
        (
          await site.pool.query(
            `SELECT count(*) FROM audit WHERE event = 'operatorSignInFailed' AND operator_id IS NULL`,
          )
        ).rows[0].count,
      );
    site.advanceMs(24 * HOUR_MS);
    const before = await failures();
    const by = (at: number) => ({ operatorId: null, requestId: `flood-${at}`, network: `10.${at}.0.*` });
    await Promise.all(Array.from({ length: 130 }, (_, at) => auditFailure(site.deps, by(at))));
    expect((await failures()) - before).toBe(100);
  });

  test('O2 nothing is taken from another site, nor without the token of the page', async () => {
    const { browser } = await createOperator(site, 'owner');
    const foreign = await browser.call(signOut, { headers: { 'sec-fetch-site': 'cross-site' } });
    const untold = await browser.call(signOut, { headers: { 'x-csrf-token': 'x' } });
    expect([codeOf(foreign), codeOf(untold)]).toEqual(['csrfInvalid', 'csrfInvalid']);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('O3 a session', () => {
  test('O3 ends by signing out, after 30 minutes without use, and after 8 hours', async () => {
    const out = await createOperator(site, 'viewer');
    await out.browser.call(signOut);
    expect(await isSignedIn(out.browser)).toBe(false);
    const [idle, busy] = [await createOperator(site, 'viewer'), await createOperator(site, 'viewer')];
    for (let minutes = 0; minutes < 8 * 60 - 20; minutes += 20) {
      expect(await isSignedIn(busy.browser)).toBe(true);
      site.advanceMs(20 * MINUTE_MS);
    }
    expect(await isSignedIn(idle.browser)).toBe(false);
    expect(await isSignedIn(busy.browser)).toBe(true);
    site.advanceMs(20 * MINUTE_MS);
    expect(await isSignedIn(busy.browser)).toBe(false);
  });

  test('O3 automatic calls of an unattended page do not keep the session alive', async () => {
    const { browser } = await createOperator(site, 'owner');
    const headers = { [UNATTENDED_HEADER]: '1' };
    for (let minutes = 0; minutes < 25; minutes += 5) {
      site.advanceMs(5 * MINUTE_MS);
      expect((await browser.call(operatorCalls.staff, { headers })).statusCode).toBe(200);
    }
    site.advanceMs(5 * MINUTE_MS);
    expect(codeOf(await browser.call(operatorCalls.staff, { headers }))).toBe('sessionRequired');
  });

  test('O3 a player’s session opens nothing, and an operator’s opens no cabinet', async () => {
    const { headers } = await createPlayer(site.deps);
    const stranger = await site.app.inject({ url: operatorCalls.staff.path, headers });
    expect(codeOf(stranger)).toBe('sessionRequired');
    const { browser } = await createOperator(site, 'owner');
    const cabinet = await site.app.inject({ url: '/api/v1/user', cookies: browser.cookies });
    expect(codeOf(cabinet)).toBe('sessionRequired');
    const bearer = { authorization: `Bearer ${browser.cookies['operator']}` };
    expect(codeOf(await site.app.inject({ url: '/api/v1/user', headers: bearer }))).toBe('sessionRequired');
  });

  test('O3 a fresh code is asked for again after ten minutes, and is used up', async () => {
    const operator = await createOperator(site, 'owner');
    const until = async () =>
      new Date((await operator.browser.call(session)).json().operator.provenUntil).getTime();
    site.advanceMs(10 * MINUTE_MS);
    expect(await until()).toBe(site.deps.now().getTime());
    const body = { code: codeAt(site.deps, operator.secret) };
    expect((await operator.browser.call(prove, { body })).statusCode).toBe(200);
    expect(await until()).toBe(site.deps.now().getTime() + 10 * MINUTE_MS);
    expect(codeOf(await operator.browser.call(prove, { body }))).toBe('errorTwoFaActivated');
  });
});

test('O2 where networks are named, strangers find nothing', async () => {
  const { operatorSettings } = await import('#/server/platform/config/operatorSettings.ts');
  const operator = operatorSettings({
    OPERATOR: true,
    OPERATOR_NETWORKS: '203.0.113.7, 10.0.0.0/8, 2001:db8::/48',
  });
  const walled = await createTestApp({ config: { operator } });
  const seen = async (ip: string) => (await new OperatorBrowser(walled).call(session, { ip })).statusCode;
  expect(await Promise.all(['203.0.113.7', '10.9.8.7', '2001:db8::1', '::ffff:10.1.1.1'].map(seen))).toEqual([
    200, 200, 200, 200,
  ]);
  expect(await Promise.all(['203.0.113.8', '11.0.0.1', '2001:db9::1'].map(seen))).toEqual([404, 404, 404]);
  await walled.close();
  expect(() => operatorSettings({ OPERATOR_NETWORKS: '10.0.0.0/33' })).toThrow('OPERATOR_NETWORKS');
});
