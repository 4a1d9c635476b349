import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { mailNeeds } from '#/server/domain/operators/mailNeeds.ts';
import { siteState } from '#/server/domain/operators/siteState.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { createOperator } from '../../../support/desks/operators.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
  await createOperator(app, 'owner');
  await createOperator(app, 'manager');
});
afterEach(() => app.close());

const mails = async () =>
  Number(
    (await app.pool.query(`SELECT count(*) AS n FROM mail_queue WHERE kind = 'operatorNeeds'`)).rows[0].n,
  );
let made = 0;
/** Lets this many mails fail, which is a line of "needs you". */
const failMails = (count: number) =>
  app.pool.query(
    `INSERT INTO mail_queue (kind, cause, content_encrypted, created_at, run_at, failed_at)
     SELECT 'receipt', 'failed:' || $2 || ':' || g, 'x', now(), now(), now() FROM generate_series(1, $1) g`,
    [count, made++],
  );
const mend = () => app.pool.query(`DELETE FROM mail_queue WHERE cause LIKE 'failed:%'`);

test('O22 a line is mailed to owners when it rises, and not while it stays', async () => {
  await mailNeeds(app.deps);
  expect(await mails()).toBe(0);
  await failMails(1);
  await mailNeeds(app.deps);
  expect(await mails()).toBe(1);
  app.advanceMs(3 * HOUR_MS);
  await mailNeeds(app.deps);
  expect(await mails()).toBe(1);
});

test('O22 mails that wait too long are a line, but not a mail, which would wait too', async () => {
  await app.pool.query(
    `INSERT INTO mail_queue (kind, cause, content_encrypted, created_at, run_at) VALUES ('receipt', 'late', 'x', $1, $1)`,
    [app.deps.now()],
  );
  const late = async () => (await siteState(app.deps, { id: 0, role: 'owner' })).counts.mailsLate;
  app.advanceMs(HOUR_MS);
  expect(await late()).toBe(0);
  app.advanceMs(1);
  expect(await late()).toBe(1);
  await mailNeeds(app.deps);
  expect(await mails()).toBe(0);
});

test('O22 a line that rises again within the hour is mailed at its end', async () => {
  await failMails(1);
  await mailNeeds(app.deps);
  await failMails(1);
  app.advanceMs(HOUR_MS - 1);
  await mailNeeds(app.deps);
  expect(await mails()).toBe(1);
  app.advanceMs(1);
  await mailNeeds(app.deps);
  expect(await mails()).toBe(2);
});

test('O22 a line that fell rises anew, and still once an hour at most', async () => {
  await failMails(3);
  await mailNeeds(app.deps);
  await mend();
  await mailNeeds(app.deps);
  await failMails(1);
  await mailNeeds(app.deps);
  expect(await mails()).toBe(1);
  app.advanceMs(HOUR_MS);
  await mailNeeds(app.deps);
  expect(await mails()).toBe(2);
});

test('O22 another line does not wait for the hour of the first', async () => {
  await failMails(1);
  await mailNeeds(app.deps);
  app.advanceMs(1);
  await app.pool.query(`INSERT INTO day_sum_checks VALUES ('2026-01-01', now(), 2)`);
  await mailNeeds(app.deps);
  expect(await mails()).toBe(2);
});

test('O22 two processes at once mail a rise once', async () => {
  await failMails(1);
  const sibling = await createSibling(app);
  await Promise.all([app, sibling, app, sibling].map(({ deps }) => mailNeeds(deps)));
  expect(await mails()).toBe(1);
  await sibling.close();
});

test.each(LOCALES)(
  'O22 the mail has words for every line in %s, the same as the dashboard',
  async (locale) => {
    const textsOf = (name: string) =>
      JSON.parse(readFileSync(`locales/${locale}/${name}.json`, 'utf8')) as Record<string, unknown>;
    const { needs } = textsOf('mail').operatorNeeds as { needs: Record<string, string> };
    const { counts } = await siteState(app.deps, { id: 0, role: 'owner' });
    expect(Object.keys(needs).toSorted()).toEqual(Object.keys(counts).toSorted());
    expect(textsOf('operatorDashboard').needs).toMatchObject(needs);
  },
);
