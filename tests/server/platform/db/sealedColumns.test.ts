import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEALED_COLUMNS } from '#/server/platform/db/sealedColumns.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Bytes that are neither sealed nor the hash of a secret alone, and why the secret does not matter to them. */
const OTHERS: Record<string, string> = {
  'request_keys.scope': 'a hash without the secret',
  'picture_files.bytes': 'a picture',
  'pictures.hash': 'a hash of a picture',
  'budgets.subject': 'counts that end within a day',
  'site_secret.check': 'the check value itself',
  'former_code_keys.secret_check': 'a check value',
  'accounts.passkey_handle': 'random bytes that name an account to its passkeys',
  'passkeys.credential_id': 'a public id, made by the device',
  'passkeys.public_key': 'a public key',
};

/** HMACs of codes: some last and are compared under former secrets, the others end within an hour. */
const CODES = {
  lasting: ['operator_recovery_codes.code_mac', 'recovery_codes.code_mac'],
  short: ['game_links.code_mac', 'link_codes.code_mac', 'password_resets.code_mac'],
};

const columns = async () =>
  (
    await app.pool.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea' ORDER BY 1`,
    )
  ).rows.map(({ name }) => name);

test('N13 every column with bytes is in the list of sealed ones, or the change of the secret does not touch it', async () => {
  const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  const rest = (await columns()).filter((name) => !name.endsWith('_hash') && !(name in OTHERS));
  expect(rest).toEqual([...sealed, ...CODES.lasting, ...CODES.short].toSorted());
  expect(sealed.every((name) => name.endsWith('_encrypted'))).toBe(true);
});

test('N13 the rows of a sealed column are walked by their primary key', async () => {
  for (const { table, key } of SEALED_COLUMNS) {
    const { rows } = await app.pool.query<{ name: string; type: string }>(
      `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type
       FROM pg_index i JOIN unnest(i.indkey) WITH ORDINALITY AS k (attnum, at) ON true
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
       WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY k.at`,
      [table],
    );
    expect(Object.entries(key), table).toEqual(rows.map(({ name, type }) => [name, type]));
  }
});
