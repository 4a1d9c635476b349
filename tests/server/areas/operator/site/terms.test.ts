import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';
import type { TermsNoticesReply } from '#/contract/landing.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { TermsNoticeListReply } from '#/contract/operator/site.ts';
import { tellTerms } from '#/server/domain/playerNews/tellTerms.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';

const DAY_MS = 24 * 60 * 60_000;
const TEXTS = { ru: 'Кейсы', uk: 'Кейси', en: 'Unopened cases can be given back' };

let site: TestApp;
let sibling: TestApp;
let owner: TestOperator;
let manager: TestOperator;
let support: TestOperator;
beforeAll(async () => {
  site = await createTestApp();
  sibling = await createSibling(site);
});
beforeEach(async () => {
  await site.pool.query('TRUNCATE terms_notices');
  await site.pool.query('DELETE FROM approvals');
  site.advanceMs(DAY_MS);
  owner = await createOperator(site, 'owner');
  manager = await createOperator(site, 'manager');
  support = await createOperator(site, 'support');
});
afterAll(async () => {
  await sibling.close();
  await site.close();
});

const { announceTerms, withdrawTerms, termsNotices, approve, approvals } = operatorCalls;
/** The day so many days after today, UTC. */
const dayIn = (days: number) =>
  new Date(site.deps.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const announce = (by: TestOperator, inForceOn = dayIn(15), suffix?: '/preview') =>
  by.browser.call(announceTerms, {
    body: { inForceOn, texts: TEXTS, reason: 'the lawyers say so' },
    suffix,
  });
const asked = async (by: TestOperator, inForceOn?: string): Promise<number> =>
  (await announce(by, inForceOn)).json().pending.id;
const allow = (by: TestOperator, id: number) =>
  by.browser.call(approve, { params: { id: String(id) }, body: {} });
async function announced(inForceOn?: string): Promise<void> {
  expect((await allow(manager, await asked(owner, inForceOn))).statusCode).toBe(200);
}
const listed = async (): Promise<TermsNoticeListReply> => (await owner.browser.call(termsNotices)).json();
const withdraw = (by: TestOperator, id: number, suffix?: '/preview') =>
  by.browser.call(withdrawTerms, {
    params: { id: String(id) },
    body: { reason: 'the lawyers were wrong' },
    suffix,
  });
const shown = (at: TestApp, locale: string) =>
  at
    .get('/api/v1/terms-notices', { 'accept-language': locale })
    .then((reply) => reply.json<TermsNoticesReply>());

describe('O34 announcing a change of the terms', () => {
  test('O34 the preview has everybody who is written to and the mail; it tells nobody', async () => {
    await createPlayer(site.deps);
    const confirmed = await createPlayer(site.deps);
    const closed = await createPlayer(site.deps);
    await site.pool.query('UPDATE accounts SET is_verified = (id = ANY($1))', [
      [confirmed.accountId, closed.accountId],
    ]);
    await site.pool.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [closed.accountId]);
    const preview = (await announce(owner, dayIn(15), '/preview')).json();
    const after = {
      inForceOn: dayIn(15),
      recipients: 1,
      textRu: TEXTS.ru,
      textUk: TEXTS.uk,
      textEn: TEXTS.en,
    };
    expect(preview).toMatchObject({ before: {}, after, needsSecondPerson: true });
    for (const locale of LOCALES) expect(preview.foreseen.mails[locale]).toContain(TEXTS[locale]);
    expect(preview.foreseen.mails.en).toContain('/en/terms');
    expect((await listed()).notices).toEqual([]);
    await announced();
    await tellTerms(site.deps);
    expect((await listed()).notices).toMatchObject([
      { inForceOn: after.inForceOn, recipients: 1, mailed: 1, state: 'sent', announcedBy: 'owner' },
    ]);
  });

  test.each(['owner', 'manager', 'support'] as const)(
    'O34 waits for a second person, asked by %s',
    async (role) => {
      const by = { owner, manager, support }[role];
      const answer = await announce(by);
      expect(answer.statusCode).toBe(202);
      expect((await listed()).notices).toEqual([]);
      const { id } = answer.json().pending;
      expect(codeOf(await allow(by, id))).toBe('operatorForbidden');
      const other = role === 'owner' ? manager : owner;
      expect((await other.browser.call(approvals)).json().toDecide).toMatchObject([
        { act: 'announceTerms', after: { textUk: TEXTS.uk } },
      ]);
      expect((await allow(other, id)).statusCode).toBe(200);
      expect((await listed()).notices).toMatchObject([{ announcedBy: role, state: 'sending' }]);
    },
  );

  test('O34 is refused at its field if fewer than 14 full days lie between', async () => {
    expect((await listed()).earliestOn).toBe(dayIn(15));
    for (const suffix of [undefined, '/preview'] as const) {
      const answer = await announce(owner, dayIn(14), suffix);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: 'termsTooSoon', errors: { inForceOn: 'termsTooSoon' } });
    }
  });

  test('O34 is refused if it is approved too late for its day', async () => {
    const id = await asked(owner);
    site.advanceMs(DAY_MS - 60_000);
    // a session lasts for half an hour without use
    const late = await createOperator(site, 'owner');
    expect(codeOf(await allow(late, id))).toBe('termsTooSoon');
    expect((await site.pool.query('SELECT FROM terms_notices')).rowCount).toBe(0);
  });

  test('O34 is refused while another one is being sent, also of two that are approved at once', async () => {
    const ids = [await asked(owner), await asked(owner, dayIn(20))];
    const answers = await Promise.all(ids.map((id) => allow(manager, id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect(codeOf(answers.find(({ statusCode }) => statusCode === 409)!)).toBe('termsUnderWay');
    expect(codeOf(await announce(owner, dayIn(30)))).toBe('termsUnderWay');
    await tellTerms(site.deps);
    await announced(dayIn(30));
    expect((await listed()).notices).toMatchObject([{ state: 'sending' }, { state: 'sent' }]);
  });

  test.each([
    ['no text in one language', { ...TEXTS, uk: '  ' }],
    ['a text that is too long', { ...TEXTS, en: 'a'.repeat(601) }],
  ])('O34 refuses %s', async (_, texts) => {
    const body = { inForceOn: dayIn(15), texts, reason: 'the lawyers say so' };
    expect((await owner.browser.call(announceTerms, { body })).statusCode).toBe(400);
  });
});

describe('O34 withdrawing a notice', () => {
  test('O34 leaves the page and lets the next one begin; it cannot be repeated', async () => {
    await announced();
    const [notice] = (await listed()).notices;
    expect((await withdraw(manager, notice!.id, '/preview')).json()).toEqual({
      before: { isWithdrawn: false },
      after: { isWithdrawn: true },
    });
    expect((await withdraw(manager, notice!.id)).statusCode).toBe(200);
    expect((await listed()).notices).toMatchObject([{ state: 'withdrawn', isOpen: false }]);
    expect((await shown(sibling, 'en')).notices).toEqual([]);
    expect(codeOf(await withdraw(owner, notice!.id))).toBe('operatorChanged');
    await announced(dayIn(20));
  });

  test('O34 is not possible once its day has begun, nor for an unknown one', async () => {
    await announced();
    const [notice] = (await listed()).notices;
    site.advanceMs(15 * DAY_MS);
    const later = await createOperator(site, 'owner');
    expect((await later.browser.call(termsNotices)).json().notices).toMatchObject([{ isOpen: false }]);
    expect(codeOf(await withdraw(later, notice!.id))).toBe('operatorChanged');
    expect(codeOf(await withdraw(later, 999_999))).toBe('notFound');
  });

  test('O34 waits for a second person if support asks', async () => {
    await announced();
    const [notice] = (await listed()).notices;
    const answer = await withdraw(support, notice!.id);
    expect(answer.statusCode).toBe(202);
    expect((await allow(owner, answer.json().pending.id)).statusCode).toBe(200);
    expect((await listed()).notices).toMatchObject([{ state: 'withdrawn' }]);
  });
});

describe('RT17 the announced changes', () => {
  test('RT17 are told in each language by every process at once, the next one first, until their day', async () => {
    for (const at of [site, sibling]) expect(await shown(at, 'en')).toEqual({ notices: [] });
    await announced(dayIn(20));
    await tellTerms(site.deps);
    await announced(dayIn(15));
    for (const at of [site, sibling])
      for (const locale of LOCALES)
        expect((await shown(at, locale)).notices).toEqual(
          [dayIn(15), dayIn(20)].map((inForceOn) => ({ inForceOn, text: TEXTS[locale] })),
        );
    site.advanceMs(15 * DAY_MS);
    expect((await shown(site, 'en')).notices).toMatchObject([{ inForceOn: dayIn(5) }]);
    site.advanceMs(5 * DAY_MS);
    expect((await shown(site, 'en')).notices).toEqual([]);
  });

  test('RT17 the sending leaves what is the same for everybody as it is', async () => {
    await createPlayer(site.deps);
    await announced();
    const versions = async () =>
      (await site.pool.query('SELECT version FROM catalogue_versions ORDER BY name')).rows;
    const before = await versions();
    await tellTerms(site.deps);
    expect(await versions()).toEqual(before);
  });
});
