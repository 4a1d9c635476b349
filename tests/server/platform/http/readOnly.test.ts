import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { isErrorCode } from '#/contract/kernel/errors.ts';
import { samplePath } from '../../../support/tools/samplePath.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let site: TestApp;
/** The same site, read-only, on a database that refuses every write. */
let readOnly: TestApp;
let player: Member;

beforeAll(async () => {
  site = await createTestApp();
  player = await createMember(site, { stock: { 1: 5 } });
  const { rows } = await site.pool.query<{ name: string }>('SELECT current_database() AS name');
  await site.pool.query(`ALTER DATABASE ${rows[0]!.name} SET default_transaction_read_only = on`);
  readOnly = await createSibling(site, { isReadOnly: () => true });
  // a session is marked as used every few minutes
  readOnly.advanceMs(30 * 60_000);
});
afterAll(async () => {
  await readOnly.close();
  await site.close();
});

/** Ending a session is worth a try on a full disk, and ending a preview writes nothing. */
const TRIED_ALL_THE_SAME = new Set(['signOut', 'storeToken', 'endPreview']);

test('SE17 the database of the read-only site takes nothing', async () => {
  await expect(readOnly.pool.query('UPDATE accounts SET login = login')).rejects.toThrow(
    'read-only transaction',
  );
});

test.each(Object.entries<Endpoint>(endpoints).filter(([name]) => !TRIED_ALL_THE_SAME.has(name)))(
  'SE17 %s writes nothing while the site is read-only, and says so if it would',
  async (_, endpoint) => {
    const { method } = endpoint;
    for (const headers of [player.headers, {}]) {
      const reply = await readOnly.inject({ method, url: samplePath(endpoint), headers });
      const { code } = reply.json<{ code?: string }>();
      if (reply.statusCode >= 500) expect([reply.statusCode, code]).toEqual([503, 'readOnly']);
      else expect(reply.statusCode === 200 || isErrorCode(code)).toBe(true);
      if (method !== 'GET' || endpoint.effect || endpoint.writes) expect(code).toBe('readOnly');
    }
  },
);
