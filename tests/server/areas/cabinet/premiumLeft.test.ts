import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { UserReply } from '#/contract/session.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { grantPremium } from '#/server/domain/ledger/grantPremium.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { bearerOf, createMember } from '../../../support/players/settings.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

test('C13 the player is told the end of their Premium, the last of its periods, until it has passed', async () => {
  const { accountId, login } = await createMember(app);
  const session = await bearerOf(app, login);
  const premiumUntil = async () => (await app.get('/api/v1/user', session)).json<UserReply>().premiumUntil;
  expect(await premiumUntil()).toBeNull();
  const startMs = app.deps.now().getTime();
  for (const refId of ['first', 'second'])
    await withTx(app.pool, (tx) =>
      grantPremium(tx, app.deps, {
        accountId,
        lengthMs: 3 * DAY_MS,
        reason: 'test',
        refType: 'test',
        refId,
      }),
    );
  expect(await premiumUntil()).toBe(new Date(startMs + 6 * DAY_MS).toISOString());
  app.advanceMs(6 * DAY_MS);
  expect(await premiumUntil()).toBeNull();
});
