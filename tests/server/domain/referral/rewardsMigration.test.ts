import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { databaseUrl, query } from '../../../support/app/postgres.ts';

/* Rewards of a running site are taken over by the migration that lets them wait. */

const FOLDER = join(projectRoot, 'src/server/platform/db/migrations');
const FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();
const AT = FILES.findIndex((name) => name.endsWith('referral_rewards_wait.sql'));

test('SE4 rewards that were given stay given, and networks of sign-up come from the oldest sessions', async () => {
  const name = `one_rp_migration_${process.pid}`;
  const adminUrl = inject('adminUrl');
  await query(adminUrl, `CREATE DATABASE ${name}`);
  const client = new pg.Client({ connectionString: databaseUrl(adminUrl, name) });
  await client.connect();
  const apply = (files: string[]) =>
    client.query(files.map((file) => readFileSync(join(FOLDER, file), 'utf8')).join(';\n'));
  try {
    await apply(FILES.slice(0, AT));
    await client.query(`
      INSERT INTO servers (key, names) VALUES ('s', '{"ru":"","uk":"","en":""}');
      INSERT INTO accounts (server_key, login, email, password_hash, user_promo_code)
        SELECT 's', n, n, 'none', upper(n) FROM (VALUES ('a'), ('b')) v (n);
      INSERT INTO sessions (account_id, kind, token_hash, address, created_at, last_seen_at, expires_at)
        SELECT 1, 'bearer', sha256(n::text::bytea), '203.0.' || n || '.*', now(), now(), now() FROM generate_series(1, 2) n;
      INSERT INTO referral_milestones (id, required_referrals, names, image_name, grants)
        VALUES (7, 3, '{"ru":"","uk":"","en":""}', 'i', '[{"kind":"coins","coins":25}]');
      INSERT INTO referral_rewards (account_id, milestone_id, created_at) VALUES (1, 7, '2026-01-02T03:04:05Z')`);
    await apply(FILES.slice(AT));
    const rewards = await client.query('SELECT * FROM referral_rewards');
    const given = new Date('2026-01-02T03:04:05Z');
    expect(rewards.rows).toMatchObject([
      {
        account_id: '1',
        milestone_id: '7',
        state: 'given',
        required_referrals: 3,
        grants: [{ kind: 'coins', coins: 25 }],
        created_at: given,
        settled_at: given,
        release_at: null,
        worth: null,
        times: 1,
      },
    ]);
    const { rows } = await client.query('SELECT sign_up_network FROM accounts ORDER BY id');
    expect(rows).toEqual([{ sign_up_network: '203.0.1.*' }, { sign_up_network: '' }]);
    await expect(client.query('DELETE FROM referral_rewards')).rejects.toMatchObject({ code: '23001' });
  } finally {
    await client.end();
    await query(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
});
