import { hash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import * as z from 'zod/mini';
import { type Gift, gift as giftSchema } from '#/contract/operator/playerActs.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { grantGift } from '#/server/domain/orders/grantGift.ts';
import { accounts, audit } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { type AuditEvent, writeAudit } from '#/server/platform/kernel/audit.ts';
import { commandWords, type OperatorDeps, runCommand, say, saysUsage } from './operator.ts';

const USAGE = `npm run grant -- coins LOGIN SERVER 500 --reason "…"
npm run grant -- cases LOGIN SERVER CASE_ID 3 --reason "…"
npm run grant -- goods LOGIN SERVER GOODS_ID 1 --reason "…"
npm run grant -- premium LOGIN SERVER DAYS --reason "…"
With --key KEY a gift is made once, however often the command runs: 1 to 60 letters, digits and - _ . : for one player.`;

const EVENTS: Record<Gift['what'], AuditEvent> = {
  coins: 'coinsGranted',
  case: 'casesGranted',
  goods: 'goodsGranted',
  premium: 'premiumGranted',
};

/**
 * `npm run grant -- coins | cases | goods | premium`: makes the operator's gifts, with their reason in the audit log.
 */
async function run(deps: OperatorDeps): Promise<void> {
  const { values, positionals } = commandWords({
    options: { reason: { type: 'string' }, key: { type: 'string' } },
    allowPositionals: true,
  });
  const [what, login = '', server = '', ...numbers] = positionals;
  const reason = values.reason?.trim();
  if (!reason) throw new Error(`A --reason must be given: it stays in the audit log.\n${USAGE}`);
  const gift = giftOf(what, numbers.map(wholeNumber));
  const { key } = values;
  if (key !== undefined && !/^[\w.:-]{1,60}$/.test(key)) throw new Error(USAGE);
  const said = await withTx(deps.pool, async (tx) => {
    const where = and(eq(accounts.serverKey, server), sql`lower(${accounts.login}) = lower(${login})`);
    const account = await lockAccount(tx, where!);
    if (!account || account.status === 'closed') throw new Error(`There is no player ${login} on ${server}.`);
    const { what: event, ...detail } = gift;
    const ref = key === undefined ? randomUUID() : refOf(account.id, key);
    // the account is locked, so two commands with one key never see each other's gift missing
    const before = key === undefined ? undefined : await giftWith(tx, account.id, ref);
    if (before) {
      if (!isDeepStrictEqual(before, { ...detail, event: EVENTS[event] }))
        throw new Error(`${login} has got another gift with the key ${key}.`);
      return undefined;
    }
    const { names } = await grantGift(tx, deps, account, ref, gift);
    await writeAudit(tx, deps, {
      accountId: account.id,
      actor: 'operator',
      event: EVENTS[event],
      detail: { ...detail, reason, ref },
    });
    if (!names) return `${gift.count} ${event === 'coins' ? 'OC' : 'days of Premium'}`;
    return `${gift.count} of ${event === 'case' ? 'the case ' : ''}${names.en}`;
  });
  say(said ? `${login} on ${server} has got ${said}.` : `${login} on ${server} had got this gift before.`);
}

/** The id of a gift with a key: the same for the same player and key. */
const refOf = (accountId: number, key: string): string =>
  hash('sha256', `gift|${accountId}|${key}`, 'hex').slice(0, 32);

/** Finds what was given under an id. */
async function giftWith(tx: NodePgDatabase, accountId: number, ref: string) {
  const byReference = and(eq(audit.accountId, accountId), sql`${audit.detail} ->> 'ref' = ${ref}`);
  const [row] = await tx.select({ event: audit.event, detail: audit.detail }).from(audit).where(byReference);
  if (!row) return undefined;
  const { ref: _ref, reason: _reason, ...detail } = row.detail;
  return { ...detail, event: row.event };
}

/** @throws Error with the usage if the arguments are not a gift, or it is too large */
function giftOf(what: string | undefined, numbers: readonly number[]): Gift {
  const [first, second] = numbers;
  const meant =
    what === 'cases'
      ? { what: 'case', caseId: first, count: second }
      : what === 'goods'
        ? { what, goodsId: first, count: second }
        : { what, count: first };
  const { data } = z.safeParse(giftSchema, meant);
  if (!data || numbers.length !== Object.keys(data).length - 1) throw new Error(USAGE);
  return data;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is not a whole number from 1 on.\n${USAGE}`);
  return Number(text);
}

if (!saysUsage(USAGE)) await runCommand(run);
