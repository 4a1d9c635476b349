import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkSecondFactor } from '#/server/domain/accounts/access/twoFactor.ts';
import { isResetCode, newResetCode } from '#/server/domain/accounts/resetCodes.ts';
import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { opensNewestChain } from '#/server/domain/fairness/fairEpoch.ts';
import { findLinkCode, makeLinkCode } from '#/server/domain/gameServers/linkCodes.ts';
import { takeFactorCode } from '#/server/domain/operators/operatorFactors.ts';
import { changeSecret } from '#/server/operator/changeSecret.ts';
import { sealAnew } from '#/server/operator/sealAnew.ts';
import { onlyKey, type SecretKey } from '#/server/platform/config/secretKey.ts';
import {
  checkOf,
  checkSiteSecret,
  forgetSecret,
  lastUseOf,
  noteSecretUse,
} from '#/server/platform/db/siteSecret.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { createPlayer, open } from '../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../support/app/testApp.ts';
import { askSecret, codeAt, createGuarded } from '../../support/access/authenticator.ts';
import { createOperator, invited, nextCode } from '../../support/desks/operators.ts';
import { createMember } from '../../support/players/settings.ts';
import { GameAdapter, gameKeyOf } from '../../support/services/gameAdapter.ts';
import { queueSample } from '../../support/services/mailDesk.ts';

const NEXT = randomBytes(32);
let site: TestApp;
let former: Buffer;
/** The processes of the site before, during and after the change. */
let before: SecretKey;
let after: SecretKey;
const siblings: TestApp[] = [];

beforeEach(async () => {
  site = await createTestApp();
  former = site.deps.secretKey.current;
  before = { current: former, readable: [former, NEXT] };
  after = { current: NEXT, readable: [NEXT, former] };
  await start(onlyKey(former));
});
afterEach(async () => {
  expect(await brokenInvariants(site.pool)).toEqual({});
  for (const each of siblings.splice(0)) await each.close();
  await site.close();
});

const start = (key: SecretKey) =>
  checkSiteSecret(site.pool, { appSecret: 'set', dataDir: '' }, key, opensNewestChain);
const change = (secretKey = after) => changeSecret({ ...site.deps, secretKey });

/** Another process, whose clock is the same. */
async function processWith(secretKey: SecretKey): Promise<TestApp> {
  const sibling = await createSibling(site, { secretKey, now: site.deps.now });
  siblings.push(sibling);
  return sibling;
}

/** As if no process had used a secret for two minutes. */
const rest = (key: Buffer) =>
  site.pool.query(`UPDATE site_secret SET used_at = now() - interval '2 minutes' WHERE "check" = $1`, [
    checkOf(key),
  ]);

/** Replaces the secret while nobody else runs. */
async function changeTo(secretKey: SecretKey): Promise<void> {
  await start(secretKey);
  for (const key of secretKey.readable.slice(1)) await rest(key);
  await change(secretKey);
}

/** What a secret alone opens, and what it does not, by table. */
const readable = async (key: Buffer, isWriting = false) =>
  Object.fromEntries(
    (await sealAnew({ pool: site.pool, secretKey: onlyKey(key) }, { isWriting })).map(
      ({ table, rows, unreadable }) => [table, [rows - unreadable, unreadable]],
    ),
  );

/** Seals something in every column. */
async function sealEverything() {
  const guarded = await createGuarded(site);
  await askSecret(site, await createMember(site));
  const operator = await createOperator(site, 'owner');
  await invited(site, 'support');
  const gameKey = await gameKeyOf(site);
  const player = await createPlayer(site.deps, { 1: 5 });
  expect((await open(site, player, { case_id: 1 })).statusCode).toBe(200);
  await queueSample(site, 'a mail');
  return { guarded, operator, gameKey, player };
}

describe('N13 after the change', () => {
  test('everything that was sealed before is read with the new secret alone', async () => {
    const { guarded, operator, gameKey, player } = await sealEverything();
    await changeTo(after);
    const counts = await readable(NEXT);
    for (const [table, [opened, unreadable]] of Object.entries(counts)) {
      expect(opened, table).toBeGreaterThan(0);
      expect(unreadable, table).toBe(0);
    }
    const now = await processWith(onlyKey(NEXT));
    await start(onlyKey(NEXT));
    expect(await differingDraws(now.pool, now.deps.secretKey)).toEqual([]);
    expect((await open(now, player, { case_id: 1 })).statusCode).toBe(200);
    expect(await checkSecondFactor(now.deps, guarded.accountId, codeAt(site.deps, guarded.secret))).toBe(
      true,
    );
    expect(await checkSecondFactor(now.deps, guarded.accountId, guarded.recoveryCodes[0]!)).toBe(true);
    expect(await takeFactorCode(now.deps, operator.id, nextCode(site, operator))).toBe(true);
    expect(await takeFactorCode(now.deps, operator.id, operator.recoveryCodes[0]!)).toBe(true);
    expect(await takeFactorCode(now.deps, operator.id, operator.recoveryCodes[0]!)).toBe(false);
    expect(await new GameAdapter(now, gameKey).hello()).toBeDefined();
    expect(await sendDueMails(now.deps)).toBeGreaterThan(0);
    expect(now.mails.length).toBeGreaterThan(0);
  });

  test('a process with the former secret does not start, and a running one learns that it must end', async () => {
    const old = { current: former };
    await sealEverything();
    expect(await noteSecretUse(site.deps.db, old)).toBe(true);
    await changeTo(after);
    await expect(start(onlyKey(former))).rejects.toThrow('APP_SECRET is not the secret of this site');
    expect(await noteSecretUse(site.deps.db, old)).toBe(false);
    expect(await noteSecretUse(site.deps.db, after)).toBe(true);
  });

  test('recovery codes outlive a second change, too', async () => {
    const { guarded, operator } = await sealEverything();
    await changeTo(after);
    const third = randomBytes(32);
    await changeTo({ current: third, readable: [third, NEXT] });
    const now = await processWith(onlyKey(third));
    expect(await checkSecondFactor(now.deps, guarded.accountId, guarded.recoveryCodes[0]!)).toBe(true);
    expect(await takeFactorCode(now.deps, operator.id, operator.recoveryCodes[0]!)).toBe(true);
  });

  test('a backup from before it starts with both secrets, and with the new one alone it is a sentence', async () => {
    await sealEverything();
    await expect(start(onlyKey(NEXT))).rejects.toThrow('APP_SECRET is not the secret of this site');
    await start(after);
    await expect(start(onlyKey(NEXT))).rejects.toThrow('Set the other one as APP_SECRET_ALSO');
    await expect(start(onlyKey(former))).rejects.toThrow('Set the other one as APP_SECRET_ALSO');
    await start(before);
  });
});

describe('N13 during the change', () => {
  test('processes of before and after read what the others seal, sign and hash', async () => {
    const [old, young] = [await processWith(before), await processWith(after)];
    for (const [one, other] of [
      [old, young],
      [young, old],
    ] as const) {
      const player = await createPlayer(one.deps, { 1: 2 });
      expect((await open(other, player, { case_id: 1 })).statusCode).toBe(200);
      const mailbox = { server: 'everest', email: 'marlo@example.org' };
      const { code, stored } = newResetCode(one.deps, mailbox);
      expect(isResetCode(other.deps, mailbox, stored.codeMac, code)).toBe(true);
      expect(isResetCode(other.deps, mailbox, stored.codeMac, 'AAAAAAAA')).toBe(false);
      const account = { id: player.accountId, serverKey: 'everest' };
      const link = await withTx(site.pool, (tx) => makeLinkCode(tx, one.deps, account));
      expect(await findLinkCode(site.deps.db, other.deps, 'everest', link.code)).toBe(player.accountId);
      expect(other.app.unsignCookie(one.app.signCookie('csrf')).valid).toBe(true);
      const { accountId, recoveryCodes } = await createGuarded(site);
      expect(await checkSecondFactor(other.deps, accountId, recoveryCodes[0]!)).toBe(true);
    }
  });

  test('the former secret stays while a process seals with it', async () => {
    await sealEverything();
    await start(after);
    await expect(change()).rejects.toThrow('a process still seals with the former secret');
    await expect(start(onlyKey(NEXT))).rejects.toThrow('APP_SECRET_ALSO');
    await rest(former);
    await start(before);
    await expect(change()).rejects.toThrow('a process still seals with the former secret');
    await rest(former);
    await change();
    await start(onlyKey(NEXT));
  });

  test('a secret that is used after the last pass began is not removed', async () => {
    const use = await lastUseOf(site.deps.db, former);
    await noteSecretUse(site.deps.db, before);
    expect(await forgetSecret(site.deps.db, former, use!.usedAt)).toBe(false);
    expect(await noteSecretUse(site.deps.db, before)).toBe(true);
  });

  test('sign-ins and openings beside two commands lose nothing', async () => {
    const { guarded } = await sealEverything();
    await start(after);
    const [old, young] = [await processWith(before), await processWith(after)];
    const players = await Promise.all(Array.from({ length: 25 }, () => createPlayer(old.deps, { 1: 2 })));
    const statuses: number[] = [];
    const playing = players.map(async (player, at) => {
      const made = await createPlayer((at % 2 ? old : young).deps, { 1: 1 });
      for (const [app, who] of [
        [old, player],
        [young, player],
        [young, made],
      ] as const)
        statuses.push((await open(app, who, { case_id: 1 })).statusCode);
    });
    const codes = guarded.recoveryCodes.map((code, at) =>
      checkSecondFactor((at % 2 ? old : young).deps, guarded.accountId, code, true),
    );
    const commands = [change(), change()].map((each) => each.catch((error: Error) => error.message));
    await Promise.all([...playing, ...commands]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(new Set(await Promise.all(codes))).toEqual(new Set([true]));
    await rest(former);
    const last = await Promise.allSettled([change(), change()]);
    expect(last.map(({ status }) => status)).toContain('fulfilled');
    expect(Object.values(await readable(NEXT)).every(([, unreadable]) => unreadable === 0)).toBe(true);
    expect(await differingDraws(site.pool, onlyKey(NEXT))).toEqual([]);
  });

  test('an interrupted command leaves everything readable with both, and goes on when it is repeated', async () => {
    const { player } = await sealEverything();
    await start(after);
    await rest(former);
    let batches = 0;
    const interrupted = sealAnew({ pool: site.pool, secretKey: after }, { batch: 1 }, () => {
      if (++batches === 3) throw new Error('killed');
    });
    await expect(interrupted).rejects.toThrow('killed');
    const half = await readable(NEXT);
    expect(half['fair_chains']![0]).toBe(3);
    expect(half['mail_queue']![0]).toBe(0);
    for (const key of [before, after])
      expect((await open(await processWith(key), player, { case_id: 1 })).statusCode).toBe(200);
    await change();
    expect(Object.values(await readable(NEXT)).every(([, unreadable]) => unreadable === 0)).toBe(true);
  });

  test('a row that is written meanwhile keeps what was written', async () => {
    await sealEverything();
    await start(after);
    const written = Buffer.from('written by somebody else');
    let writes = 0;
    const pool = {
      connect: () => site.pool.connect(),
      query: async (text: string, values: unknown[]) => {
        const result = await site.pool.query(text, values);
        // once, between reading the row and writing it
        if (text.includes('FROM game_keys') && writes++ === 0)
          await site.pool.query('UPDATE game_keys SET secret_encrypted = $1', [written]);
        return result;
      },
    } as unknown as pg.Pool;
    await sealAnew({ pool, secretKey: after });
    expect(writes).toBeGreaterThan(0);
    const { rows } = await site.pool.query<{ secret: Buffer }>(
      'SELECT secret_encrypted AS secret FROM game_keys',
    );
    expect(rows.map(({ secret }) => secret.equals(written))).toEqual([true]);
  });

  test('a command in the other direction ends once the secret it writes with is removed', async () => {
    await sealEverything();
    await changeTo(after);
    await expect(sealAnew({ pool: site.pool, secretKey: before })).rejects.toThrow('was removed by another');
    expect((await readable(NEXT))['fair_chains']![1]).toBe(0);
  });

  test('--check writes nothing', async () => {
    await sealEverything();
    const counts = await sealAnew({ pool: site.pool, secretKey: after }, { isWriting: false });
    expect(counts.find(({ table }) => table === 'mail_queue')!.former).toBeGreaterThan(0);
    expect((await readable(NEXT))['mail_queue']![0]).toBe(0);
  });
});
