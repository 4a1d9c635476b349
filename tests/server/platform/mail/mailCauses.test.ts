import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAIL_KINDS, type MailKind } from '#/contract/mail.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { SAMPLES } from '#/server/platform/mail/mailSamples.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { countMailsTo } from '../../../support/app/queuedMails.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const TIMES = 30;
const HOUR_MS = 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Kinds that tell of money: each of these mails is sent, to whomever. */
const MONEY: readonly MailKind[] = ['receipt', 'orderRefunded', 'orderRefundFailed'];
/** Kinds that tell players of a change of their own account: each is sent to an address that they confirmed. */
const CHANGES: readonly MailKind[] = [
  'emailChangeOld',
  'emailChangeByTeam',
  'emailChanged',
  'passwordChanged',
  'twoFaOn',
  'twoFaOff',
  'recoveryCodesMade',
  'passkeyAdded',
  'passkeysRemoved',
  'emailChangeUndone',
  'gameLinked',
  'gameUnlinked',
  'accountBlocked',
  'accountUnblocked',
  'accountDeleted',
  'termsChanged',
];

let queues = 0;
/** Queues mails of a kind at once, each with a cause of its own. @returns how many went into the queue */
async function queueAtOnce(kind: MailKind, mailbox: string, isConfirmed: boolean) {
  const outcomes = await Promise.all(
    Array.from({ length: TIMES }, (_, at) =>
      withTx(app.pool, (tx) =>
        queueMail(tx, app.deps, null, `limits:${queues++}`, {
          kind,
          to: mailbox.replace('@', `+${at}@`),
          isConfirmed,
          locale: 'en',
          variables: SAMPLES[kind],
        }),
      ),
    ),
  );
  const queued = outcomes.filter(({ isQueued }) => isQueued).length;
  expect(await countMailsTo(app, mailbox, kind)).toBe(queued);
  return queued;
}

describe('SE9 30 causes at once for one mailbox', () => {
  test.each(MAIL_KINDS)('%s: one mail, unless it tells of money', async (kind) => {
    expect(await queueAtOnce(kind, `anybody.${kind.toLowerCase()}@example.org`, false)).toBe(
      MONEY.includes(kind) ? TIMES : 1,
    );
  });

  test.each([...MONEY, ...CHANGES])('%s is never lost where the address is confirmed', async (kind) => {
    expect(await queueAtOnce(kind, `player.${kind.toLowerCase()}@example.org`, true)).toBe(TIMES);
  });

  test('the next one goes out after an hour, and ten in a day', async () => {
    const outcomes = [];
    for (let hour = 0; hour < 12; hour++) {
      outcomes.push(
        await withTx(app.pool, (tx) =>
          queueMail(tx, app.deps, null, `hourly:${hour}`, {
            kind: 'confirmEmail',
            to: 'hourly@example.org',
            isConfirmed: false,
            locale: 'en',
            variables: SAMPLES.confirmEmail,
          }),
        ),
      );
      app.advanceMs(HOUR_MS);
    }
    expect(outcomes.map(({ isQueued }) => isQueued)).toEqual([
      ...Array<boolean>(10).fill(true),
      false,
      false,
    ]);
    expect(outcomes.map(({ nextSeconds }) => nextSeconds).slice(8)).toEqual([
      3600,
      15 * 3600,
      14 * 3600,
      13 * 3600,
    ]);
  });

  test('what is rolled back does not count', async () => {
    const to = 'undone@example.org';
    const queue = (cause: string) =>
      withTx(app.pool, async (tx) => {
        const mail = { kind: 'confirmEmail', to, isConfirmed: false, locale: 'en' } as const;
        await queueMail(tx, app.deps, null, cause, { ...mail, variables: SAMPLES.confirmEmail });
        if (cause === 'undone') throw new Error('undone');
      });
    await expect(queue('undone')).rejects.toThrow('undone');
    await queue('done');
    expect(await countMailsTo(app, to, 'confirmEmail')).toBe(1);
  });
});
