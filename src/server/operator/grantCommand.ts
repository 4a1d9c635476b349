import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Gift, gift as giftSchema } from '#/contract/operator/playerActs.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { grantGift } from '#/server/domain/orders/grantGift.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { type AuditEvent, writeAudit } from '#/server/platform/kernel/audit.ts';
import { type OperatorDeps, runCommand, say, saysUsage } from './operator.ts';

const USAGE = `npm run grant -- coins LOGIN SERVER 500 --reason "…"
npm run grant -- cases LOGIN SERVER CASE_ID 3 --reason "…"
npm run grant -- goods LOGIN SERVER GOODS_ID 1 --reason "…"
npm run grant -- premium LOGIN SERVER DAYS --reason "…"`;

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
  const { values, positionals } = parseArgs({
    options: { reason: { type: 'string' } },
    allowPositionals: true,
  });
  const [what, login = '', server = '', ...numbers] = positionals;
  const reason = values.reason?.trim();
  if (!reason) throw new Error(`A --reason must be given: it stays in the audit log.\n${USAGE}`);
  const gift = giftOf(what, numbers.map(wholeNumber));
  const ref = randomUUID();
  const said = await withTx(deps.pool, async (tx) => {
    const where = and(eq(accounts.serverKey, server), sql`lower(${accounts.login}) = lower(${login})`);
    const account = await lockAccount(tx, where!);
    if (!account || account.status === 'closed') throw new Error(`There is no player ${login} on ${server}.`);
    const { names } = await grantGift(tx, deps, account, ref, gift);
    const { what: event, ...detail } = gift;
    await writeAudit(tx, deps, {
      accountId: account.id,
      actor: 'operator',
      event: EVENTS[event],
      detail: { ...detail, reason, ref },
    });
    if (!names) return `${gift.count} ${event === 'coins' ? 'OC' : 'days of Premium'}`;
    return `${gift.count} of ${event === 'case' ? 'the case ' : ''}${names.en}`;
  });
  say(`${login} on ${server} has got ${said}.`);
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
