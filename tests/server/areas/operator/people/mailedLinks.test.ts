import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { codeAt } from '../../../../support/access/authenticator.ts';
import { codeOf, tokensFor } from '../../../../support/access/mailedLinks.ts';
import {
  createOperator,
  OPERATOR_PASSWORD,
  OperatorBrowser,
  type TestOperator,
} from '../../../../support/desks/operators.ts';
import { queuedMails } from '../../../../support/app/queuedMails.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

const HOUR_MS = 60 * 60_000;

let site: TestApp;
let owner: TestOperator;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const { acceptInvitation, endSession, invitation, inviteStaff, resetStaff, sessions, staff } = operatorCalls;
const INVITED = { name: 'Petro', role: 'manager', locale: 'uk', reason: 'runs the shop' };
const RESET = { version: 1, reason: 'lost the phone' };

const invite = (email: string, more: object = {}, given: object = {}) =>
  owner.browser.call(inviteStaff, { body: { ...INVITED, email, ...more }, ...given });
const reset = (id: number, more: object = {}) =>
  owner.browser.call(resetStaff, { params: { id: String(id) }, body: { ...RESET, ...more } });
const newestToken = async (email: string) => (await tokensFor(site, email)).at(-1)!;

/** Opens a link and sets password and second factor. */
async function accept(token: string): Promise<OperatorBrowser> {
  const browser = new OperatorBrowser(site);
  const { secret } = (await browser.call(invitation, { body: { token } })).json();
  const body = { token, password: OPERATOR_PASSWORD, code: codeAt(site.deps, secret) };
  const answer = await browser.call(acceptInvitation, { body });
  expect(answer.statusCode, answer.body).toBe(200);
  return browser;
}

async function freshOwner() {
  owner = await createOperator(site, 'owner');
}

describe('O1 an invitation by an owner', () => {
  beforeAll(freshOwner);

  test('O1 goes out by mail, in the language of the page, and stands in no answer and no log', async () => {
    const answer = await invite('petro@example.org');
    expect(answer.json()).toMatchObject({
      member: { name: 'Petro', role: 'manager', state: 'invited', version: 1 },
      linkUntil: new Date(site.deps.now().getTime() + HOUR_MS).toISOString(),
    });
    const [mail, ...more] = await queuedMails(site, 'petro@example.org');
    expect(mail).toMatchObject({
      kind: 'operatorLink',
      locale: 'uk',
      variables: { login: 'Petro', by: 'owner' },
    });
    expect(more).toEqual([]);
    const token = await newestToken('petro@example.org');
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await site.pool.query(
      `SELECT string_agg(row_to_json(audit)::text, '') AS all FROM audit`,
    );
    for (const text of [answer.body, rows[0].all]) expect(text).not.toContain(token);
    expect(rows[0].all).not.toContain('petro@');
    const browser = await accept(token);
    expect((await browser.load()).operator).toMatchObject({ name: 'Petro', role: 'manager' });
  });

  test('O1 under one key invites once, and the preview mails nothing', async () => {
    const email = 'once@example.org';
    const headers = { [IDEMPOTENCY_HEADER]: 'key-of-one-invitation' };
    const preview = await invite(email, {}, { suffix: '/preview' });
    expect(preview.json()).toEqual({
      before: {},
      after: { name: 'Petro', role: 'manager', state: 'invited' },
    });
    expect(await queuedMails(site, email)).toEqual([]);
    await Promise.all([invite(email, {}, { headers }), invite(email, {}, { headers })]);
    expect(await queuedMails(site, email)).toHaveLength(1);
    expect((await invite(email)).json()).toMatchObject({ errors: { email: 'errorEmailExist' } });
  });
});

describe('O3 a reset by an owner', () => {
  beforeAll(freshOwner);

  test('O3 takes password, factor and sessions, and mails a new link', async () => {
    const { id, email, browser } = await createOperator(site, 'support');
    const answer = (await reset(id)).json();
    expect(answer.member).toMatchObject({ id, state: 'invited', version: 2 });
    expect((await browser.load()).operator).toBeNull();
    const { rows } = await site.pool.query(
      `SELECT password_hash, (SELECT count(*)::int FROM operator_factors WHERE operator_id = $1) AS factors,
        (SELECT count(*)::int FROM operator_recovery_codes WHERE operator_id = $1) AS codes
       FROM operators WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([{ password_hash: null, factors: 0, codes: 0 }]);
    await accept(await newestToken(email));
    expect(codeOf(await reset(id))).toBe('operatorChanged');
  });

  test('O3 an older link ends by the next one; a mailbox gets one an hour until it had a password', async () => {
    const { member } = (await invite('waits@example.org')).json();
    const soon = await reset(member.id);
    expect(soon.json()).toMatchObject({ code: 'mailSentRecently' });
    expect(soon.headers['retry-after']).toBe('3600');
    site.advanceMs(HOUR_MS);
    await freshOwner();
    expect((await reset(member.id)).statusCode).toBe(200);
    const [first, second] = await tokensFor(site, 'waits@example.org');
    const look = (token: string) => new OperatorBrowser(site).call(invitation, { body: { token } });
    expect(codeOf(await look(first!))).toBe('invitationInvalid');
    expect((await look(second!)).statusCode).toBe(200);
  });

  test('O3 the last active owner is reset by the shell alone', async () => {
    const alone = await createTestApp();
    const { id, browser } = await createOperator(alone, 'owner');
    const answer = await browser.call(resetStaff, { params: { id: String(id) }, body: RESET });
    expect(codeOf(answer)).toBe('lastOwner');
    expect((await browser.load()).operator).not.toBeNull();
    await alone.close();
  });
});

test('O3 an owner sees who is signed in, and ends a session', async () => {
  await freshOwner();
  const { id, browser } = await createOperator(site, 'viewer');
  const shown = (await owner.browser.call(sessions)).json().sessions as Record<string, unknown>[];
  const own = shown.find(({ isOwn }) => isOwn)!;
  const theirs = shown.find(({ operatorId }) => operatorId === id)!;
  expect(own).toMatchObject({ operatorId: owner.id, role: 'owner' });
  expect(theirs).toMatchObject({ operator: 'viewer', network: '127.0.0.*', isOwn: false });
  const end = () =>
    owner.browser.call(endSession, {
      params: { id: String(theirs['id']) },
      body: { reason: 'left the desk' },
    });
  expect((await end()).statusCode).toBe(200);
  expect((await browser.load()).operator).toBeNull();
  expect(codeOf(await end())).toBe('notFound');
  expect(
    (await owner.browser.call(staff)).json().staff.find((one: { id: number }) => one.id === id),
  ).toMatchObject({
    state: 'active',
    sessions: 0,
  });
});
