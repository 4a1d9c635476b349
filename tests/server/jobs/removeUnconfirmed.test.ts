import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { removeUnconfirmed } from '#/server/jobs/removeUnconfirmed.ts';
import { mailContent } from '#/server/platform/mail/mailContent.ts';
import { queuedMails } from '../../support/app/queuedMails.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';
import { createMember, type Member } from '../../support/players/settings.ts';
import { pendingOrder } from '../../support/players/shopping.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const lastMails = async ({ email }: Member) =>
  (await queuedMails(app, email)).filter(({ kind }) => kind === 'unconfirmedRemoved');

describe('C2 the last mail of an account that was never confirmed', () => {
  test.each(LOCALES)('in %s says that it is gone and that nothing was charged', async (locale) => {
    const player = await createMember(app, { isVerified: false });
    await app.pool.query('UPDATE accounts SET locale = $2 WHERE id = $1', [player.accountId, locale]);
    app.advanceMs(14 * DAY_MS);
    await Promise.all([removeUnconfirmed(app.deps), removeUnconfirmed(app.deps)]);
    const [mail, ...others] = await lastMails(player);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ locale, variables: { login: player.login } });
    const { paragraphs, notes, action } = mailContent(app.deps.config, mail!);
    expect(paragraphs.join(' ')).toMatch(/14 (дней|днів|days)/);
    expect(paragraphs.join(' ')).toMatch(/свободны|вільні|free again/);
    expect(notes).toEqual([
      expect.stringMatching(/^(Ничего не списано|Нічого не списано|Nothing was charged)/),
    ]);
    expect(action?.url).toContain('/auth?register');
    // the account is gone, the mail is not
    const { rows } = await app.pool.query('SELECT account_id FROM mail_queue WHERE cause = $1', [
      `unconfirmedRemoved:${player.accountId}`,
    ]);
    expect(rows).toEqual([{ account_id: null }]);
  });

  test('comes when the account is closed because its orders are kept, and not when it is kept', async () => {
    const [closed, kept] = [
      await createMember(app, { isVerified: false }),
      await createMember(app, { isVerified: false }),
    ];
    for (const player of [closed, kept]) await pendingOrder(app, player);
    await app.pool.query("UPDATE orders SET state = 'expired' WHERE account_id = $1", [closed.accountId]);
    app.advanceMs(14 * DAY_MS);
    await removeUnconfirmed(app.deps);
    expect(await lastMails(closed)).toHaveLength(1);
    expect(await lastMails(kept)).toEqual([]);
    await app.pool.query("UPDATE orders SET state = 'pending' WHERE account_id = $1", [closed.accountId]);
  });
});
