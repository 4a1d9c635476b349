import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OpenCaseReply } from '#/contract/cases.ts';
import { EPOCH_MAX_AGE_MS, EPOCH_MAX_DRAWS, oddsHash, oddsText, previousSeed } from '#/contract/fair.ts';
import { grantCases } from '#/server/domain/ledger/grantCases.ts';
import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { CHAIN_LENGTH, serverSeedOf } from '#/server/domain/fairness/fairEpoch.ts';
import { createPlayer, open } from '../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;
let sibling: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  expect(await differingDraws(app.pool, app.deps.secretKey)).toEqual([]);
});
afterAll(async () => {
  await sibling.close();
  await app.close();
});

describe('PF1 odds and epochs', () => {
  const publish = async (revision: number) => {
    const tickets = [999_993, 1, 1, 1, 1, 1, 1, 1];
    const rows = tickets.map((share, index) => ({ itemId: 300 + index, sortOrder: index, tickets: share }));
    const text = oddsText(3, revision, rows);
    await app.pool.query('INSERT INTO case_odds (hash, case_id, revision, text) VALUES ($1, 3, $2, $3)', [
      oddsHash(text),
      revision,
      text,
    ]);
    return oddsHash(text);
  };

  test('a lot is opened with the odds it was bought with, the oldest first', async () => {
    const player = await createPlayer(app.deps, { 3: 1 });
    const shown = (await app.get('/api/v1/cases/user/3', player.headers)).json<{ oddsHash: string }>()
      .oddsHash;
    const changed = await publish(2);
    await withTx(app.pool, (tx) =>
      grantCases(tx, {
        accountId: player.accountId,
        caseId: 3,
        count: 1,
        reason: 'gift',
        refType: 'later',
        refId: `${player.accountId}`,
      }),
    );
    const both = (await app.get('/api/v1/cases/user/3', player.headers)).json<{
      count: number;
      oddsHash: string;
    }>();
    expect(both).toMatchObject({ count: 2, oddsHash: shown });
    const first = await open(app, player, { case_id: 3, odds_hash: shown });
    expect(first.json<OpenCaseReply>().fair.oddsHash).toBe(shown);
    const stale = await open(app, player, { case_id: 3, odds_hash: shown });
    expect([stale.statusCode, stale.json<{ code: string }>().code]).toEqual([409, 'oddsChanged']);
    expect((await app.get('/api/v1/cases/user/3', player.headers)).json<{ count: number }>().count).toBe(1);
    const now = (await app.get('/api/v1/cases/user/3', player.headers)).json<{ oddsHash: string }>().oddsHash;
    expect(now).toBe(changed);
    expect((await open(app, player, { case_id: 3, odds_hash: now })).statusCode).toBe(200);
  });

  test.each([
    ['has drawn 10,000 times', `next_nonce = ${EPOCH_MAX_DRAWS}`],
    ['is 90 days old', `created_at = created_at - make_interval(secs => ${EPOCH_MAX_AGE_MS / 1000})`],
  ])('FA4 an epoch that %s gives way to the next of its chain', async (_, change) => {
    const player = await createPlayer(app.deps, { 1: 2 });
    await app.pool.query(`UPDATE fair_epochs SET ${change} WHERE account_id = $1`, [player.accountId]);
    const replies = await Promise.all([
      open(app, player, { case_id: 1 }),
      open(sibling, player, { case_id: 1 }),
    ]);
    const draws = replies.map((reply) => reply.json<OpenCaseReply>().fair);
    expect(draws.map(({ nonce }) => nonce).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(new Set(draws.map(({ epochId }) => epochId)).size).toBe(1);
    const { rows } = await app.pool.query(
      'SELECT idx, ended_at IS NULL AS is_live FROM fair_epochs WHERE account_id = $1 ORDER BY idx',
      [player.accountId],
    );
    expect(rows).toEqual([
      { idx: 1, is_live: false },
      { idx: 2, is_live: true },
    ]);
    // the commitment of the second epoch is the seed of the first, now shown
    const first = await app.pool.query<{
      public_id: string;
      server_seed_encrypted: Buffer;
      commitment: string;
    }>(
      'SELECT public_id, server_seed_encrypted, commitment FROM fair_epochs WHERE account_id = $1 AND idx = 1',
      [player.accountId],
    );
    const { public_id, server_seed_encrypted, commitment } = first.rows[0]!;
    expect(draws[0]?.commitment).toBe(serverSeedOf(app.deps.secretKey, public_id, server_seed_encrypted));
    expect(previousSeed(draws[0]?.commitment ?? '')).toBe(commitment);
    const chains = await app.pool.query(
      'SELECT anchor FROM fair_chains WHERE account_id = $1 AND chain_no = 1',
      [player.accountId],
    );
    expect(chains.rows).toEqual([{ anchor: commitment }]);
    await app.pool.query(
      'UPDATE fair_epochs SET next_nonce = 0, ended_by = NULL WHERE account_id = $1 AND idx = 1',
      [player.accountId],
    );
  });

  test('FA4 a used up chain gives way to the next, whose anchor was fixed with the first', async () => {
    const player = await createPlayer(app.deps, { 1: 1 });
    const anchors = 'SELECT chain_no, anchor FROM fair_chains WHERE account_id = $1 ORDER BY chain_no';
    const before = await app.pool.query<{ anchor: string }>(anchors, [player.accountId]);
    await app.pool.query(
      `UPDATE fair_epochs SET idx = ${CHAIN_LENGTH}, next_nonce = ${EPOCH_MAX_DRAWS},
        client_seed = 'mine', client_seed_origin = 'player' WHERE account_id = $1`,
      [player.accountId],
    );
    const { fair } = (await open(app, player, { case_id: 1 })).json<OpenCaseReply>();
    expect(fair.commitment).toBe(before.rows[1]?.anchor);
    // a chain is made while the seed of an older one is known
    expect(fair.clientSeed).not.toBe('mine');
    const after = await app.pool.query(anchors, [player.accountId]);
    expect(after.rows.slice(0, 2)).toEqual(before.rows);
    expect(after.rows).toHaveLength(3);
    await app.pool.query(
      `UPDATE fair_epochs SET next_nonce = 0, ended_by = NULL WHERE idx = ${CHAIN_LENGTH}`,
    );
  });
});
