import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { cleanUp } from '#/server/jobs/cleanUp.ts';
import { createPlayer } from '../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  // thousands of accounts would cost more than the codes that are deleted here
  await app.pool.query('ALTER TABLE link_codes DROP CONSTRAINT link_codes_account_id_accounts_id_fk');
});
afterAll(() => app.close());

const NEW_OPERATOR = `INSERT INTO operators (email, name, role)
  SELECT $2::text || random() || '@example.org', 'name', 'viewer'`;

describe('N8 the clean-up', () => {
  /** For each table: rows of a given age, and after what age they go. */
  const tables: Record<string, { keptMs: number; insert: string }> = {
    sessions: {
      keptMs: 30 * DAY_MS,
      insert: `INSERT INTO sessions (account_id, kind, token_hash, created_at, last_seen_at, expires_at, ended_at)
        SELECT $2, 'bearer', sha256(convert_to(g || random()::text, 'UTF8')), $1, $1, $1::timestamptz + interval '1 day', $1
        FROM generate_series(1, $3) g`,
    },
    idempotency: {
      keptMs: 2 * DAY_MS,
      insert: `INSERT INTO idempotency (account_id, key, request_hash, status, body, created_at)
        SELECT $2, 'key' || g || random(), '', 200, '{}', $1 FROM generate_series(1, $3) g`,
    },
    operator_idempotency: {
      keptMs: 2 * DAY_MS,
      insert: `WITH one AS (${NEW_OPERATOR} RETURNING id)
        INSERT INTO operator_idempotency SELECT one.id, 'key' || g || random(), '', null, $1
        FROM one, generate_series(1, $3) g`,
    },
    operator_sessions: {
      keptMs: 90 * DAY_MS,
      insert: `WITH one AS (${NEW_OPERATOR} RETURNING id)
        INSERT INTO operator_sessions (operator_id, token_hash, proven_at, created_at, last_seen_at, expires_at, network, user_agent)
        SELECT one.id, sha256(convert_to(g || random()::text, 'UTF8')), $1, $1, $1, $1, '', ''
        FROM one, generate_series(1, $3) g`,
    },
    operator_invitations: {
      keptMs: 0,
      insert: `WITH many AS (INSERT INTO operators (email, name, role)
          SELECT g || random()::text || $2 || '@example.org', 'name', 'viewer' FROM generate_series(1, $3) g RETURNING id)
        INSERT INTO operator_invitations SELECT id, sha256(convert_to(id || random()::text, 'UTF8')), '', $1 FROM many`,
    },
    export_tickets: {
      keptMs: DAY_MS,
      insert: `WITH one AS (${NEW_OPERATOR} RETURNING id)
        INSERT INTO export_tickets SELECT sha256(convert_to(g || random()::text, 'UTF8')), one.id, '{}', 0, 0, 0, $1
        FROM one, generate_series(1, $3) g`,
    },
    request_keys: {
      keptMs: 2 * DAY_MS,
      insert: `INSERT INTO request_keys SELECT sha256(convert_to($2, 'UTF8')), 'key' || g || random(), '', NULL, $1
        FROM generate_series(1, $3) g`,
    },
    link_codes: {
      keptMs: 0,
      insert: `INSERT INTO link_codes SELECT $2 + 1e6 + g + trunc(random() * 1e12)::bigint,
        sha256(convert_to(g || random()::text, 'UTF8')), $1, $1 FROM generate_series(1, $3) g`,
    },
    operator_spent: {
      keptMs: DAY_MS,
      insert: `WITH one AS (INSERT INTO operators (email, name, role)
          SELECT g || random()::text || $2 || '@example.org', 'name', 'viewer' FROM generate_series(1, $3) g RETURNING id)
        INSERT INTO operator_spent SELECT one.id, 'players.grant', $1, 1 FROM one`,
    },
    approvals: {
      keptMs: 90 * DAY_MS,
      insert: `WITH one AS (${NEW_OPERATOR} RETURNING id)
        INSERT INTO approvals (operator_id, act, permission, reason, target_type, target_id, target_version, before,
          after, state, created_at, expires_at)
        SELECT one.id, 'coinsGranted', 'players.grant', '', '', '', '', '{}', '{}', 'lapsed', $1, $1
        FROM one, generate_series(1, $3) g`,
    },
    budgets: {
      keptMs: 0,
      insert: `INSERT INTO budgets SELECT 'test', convert_to($2 || g || random()::text, 'UTF8'), 1, $1 FROM generate_series(1, $3) g`,
    },
    email_tokens: {
      keptMs: 7 * DAY_MS,
      insert: `INSERT INTO email_tokens (account_id, purpose, email, token_hash, created_at, expires_at)
        SELECT $2, 'verify', 'a@example.org', sha256(convert_to(g || random()::text, 'UTF8')), $1, $1
        FROM generate_series(1, $3) g`,
    },
    password_resets: {
      keptMs: DAY_MS,
      insert: `INSERT INTO password_resets (server_key, email, account_id, flow_hash, code_mac, created_at, expires_at)
        SELECT 'everest', 'a@example.org', $2, sha256(convert_to(g || random()::text, 'UTF8')), '', $1, $1
        FROM generate_series(1, $3) g`,
    },
    spent_captchas: {
      keptMs: HOUR_MS,
      insert: `INSERT INTO spent_captchas SELECT convert_to($2 || g || random()::text, 'UTF8'), $1 FROM generate_series(1, $3) g`,
    },
    known_devices: {
      keptMs: 400 * DAY_MS,
      insert: `INSERT INTO known_devices SELECT $2, sha256(convert_to(g || random()::text, 'UTF8')), $1, $1 FROM generate_series(1, $3) g`,
    },
    sandbox_payments: {
      keptMs: 400 * DAY_MS,
      insert: `INSERT INTO sandbox_payments (ref, request, state, created_at)
        SELECT $2 || 'test' || g || random(), '{}', 'paid', $1 FROM generate_series(1, $3) g`,
    },
    sandbox_webhooks: {
      keptMs: 400 * DAY_MS,
      insert: `INSERT INTO sandbox_webhooks (event_id, body, run_at, sent_at)
        SELECT $2 || 'test' || g || random(), '', $1, $1 FROM generate_series(1, $3) g`,
    },
    mail_queue: {
      keptMs: 30 * DAY_MS,
      insert: `INSERT INTO mail_queue (account_id, kind, cause, created_at, run_at, sent_at)
        SELECT $2, 'resetCode', 'test' || g || random(), $1, $1, $1 FROM generate_series(1, $3) g`,
    },
  };

  test.each(Object.entries(tables))(
    'deletes from %s what is too old, more than one batch, and nothing else',
    async (table, { keptMs, insert }) => {
      const { accountId } = await createPlayer(app.deps);
      const before = Number((await app.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);
      const at = (ageMs: number) => new Date(app.deps.now().getTime() - ageMs);
      await app.pool.query(insert, [at(keptMs + 1), accountId, 2100]);
      await app.pool.query(insert, [at(keptMs), accountId, 3]);
      await cleanUp(app.deps);
      const { rows } = await app.pool.query(`SELECT count(*) FROM ${table}`);
      expect(Number(rows[0].count)).toBe(before + 3);
      await app.pool.query(
        `DELETE FROM ${table} WHERE ctid NOT IN (SELECT ctid FROM ${table} LIMIT ${before})`,
      );
    },
  );

  test('ends what waits: an e-mail change, a secret that was never activated', async () => {
    const { accountId } = await createPlayer(app.deps);
    const now = app.deps.now();
    await app.pool.query(
      `INSERT INTO email_changes (account_id, new_email, created_at, expires_at) VALUES ($1, 'b@example.org', $2, $2)`,
      [accountId, now],
    );
    await app.pool.query(
      `INSERT INTO two_factor_setups SELECT id, '', $2 FROM sessions WHERE account_id = $1`,
      [accountId, now],
    );
    const counts = async () =>
      (
        await app.pool.query(
          `SELECT (SELECT count(*)::int FROM email_changes) AS changes, (SELECT count(*)::int FROM two_factor_setups) AS setups`,
        )
      ).rows[0];
    await cleanUp(app.deps);
    expect(await counts()).toEqual({ changes: 1, setups: 1 });
    app.advanceMs(1);
    await cleanUp(app.deps);
    expect(await counts()).toEqual({ changes: 0, setups: 1 });
    app.advanceMs(10 * MINUTE_MS);
    await cleanUp(app.deps);
    expect(await counts()).toEqual({ changes: 0, setups: 0 });
    expect(await brokenInvariants(app.pool)).toEqual({});
  });

  test('leaves mails that are still to be sent', async () => {
    await app.pool.query('DELETE FROM mail_queue');
    await app.pool.query(
      `INSERT INTO mail_queue (kind, cause, content_encrypted, created_at, run_at) VALUES ('receipt', 'old', 'x', $1, $1)`,
      [new Date(app.deps.now().getTime() - 29 * DAY_MS)],
    );
    await cleanUp(app.deps);
    expect((await app.pool.query('SELECT FROM mail_queue WHERE failed_at IS NULL')).rowCount).toBe(1);
    await app.pool.query('DELETE FROM mail_queue');
  });

  test('of a table that fails keeps no other from it, and the job fails', async () => {
    const { accountId } = await createPlayer(app.deps);
    const old = new Date(app.deps.now().getTime() - 400 * DAY_MS);
    for (const table of ['sessions', 'idempotency'])
      await app.pool.query(tables[table]!.insert, [old, accountId, 1]);
    const left = async (table: string) =>
      (
        await app.pool.query(`SELECT FROM ${table} WHERE account_id = $1 AND created_at = $2`, [
          accountId,
          old,
        ])
      ).rowCount;
    await app.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'a faulty row'; END $$`);
    await app.pool.query(
      'CREATE TRIGGER refuse BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    await expect(cleanUp(app.deps)).rejects.toThrow('1 tables were not cleaned up');
    expect([await left('sessions'), await left('idempotency')]).toEqual([1, 0]);
    await app.pool.query('DROP TRIGGER refuse ON sessions');
  });
});
