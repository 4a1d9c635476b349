import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { secretKeyOf } from '#/server/platform/config/secretKey.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'one-rp-secret-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('N13 the current secret is first, the other one is read too', () => {
  const [one, two] = [
    { appSecret: 'one', dataDir },
    { appSecret: 'two', dataDir },
  ].map(secretKeyOf);
  const both = secretKeyOf({ appSecret: 'two', appSecretAlso: 'one', dataDir });
  expect(both).toEqual({ current: two!.current, readable: [two!.current, one!.current] });
});

test('N13 a secret.key that is renamed to secret.key.also is followed by a new one', () => {
  const former = secretKeyOf({ dataDir });
  renameSync(join(dataDir, 'secret.key'), join(dataDir, 'secret.key.also'));
  const next = secretKeyOf({ dataDir });
  expect(next.current.equals(former.current)).toBe(false);
  expect(next.readable).toEqual([next.current, former.current]);
  expect(secretKeyOf({ dataDir })).toEqual(next);
  // also on the way to a secret of the environment
  expect(secretKeyOf({ appSecret: 'one', dataDir }).readable[1]).toEqual(former.current);
});

test('N13 the same secret twice and a damaged file are refused', () => {
  const { current } = secretKeyOf({ dataDir });
  const also = join(dataDir, 'secret.key.also');
  writeFileSync(also, readFileSync(join(dataDir, 'secret.key'), 'utf8'));
  expect(() => secretKeyOf({ dataDir })).toThrow('given twice');
  writeFileSync(also, current.toString('hex').slice(2));
  expect(() => secretKeyOf({ dataDir })).toThrow(`${also} does not hold 64 hexadecimal digits`);
});
