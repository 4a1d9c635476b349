import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { balanceDebt, lockBalances } from '#/server/domain/ledger/debt.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';
import { deliver } from '#/server/domain/deliveries/deliver.ts';
import { goodsOf } from '#/server/domain/orders/orderGoods.ts';
import { grantPremium } from '#/server/domain/ledger/grantPremium.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { grantCases } from '#/server/domain/ledger/grantCases.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { type OperatorDeps, runCommand, say, saysUsage } from './operator.ts';

const USAGE = `npm run grant -- coins LOGIN SERVER 500 --reason "…"
npm run grant -- cases LOGIN SERVER CASE_ID 3 --reason "…"
npm run grant -- goods LOGIN SERVER GOODS_ID 1 --reason "…"`;

const COINS_MAX = 1_000_000;
const CASES_MAX = 1000;
const GOODS_MAX = 100;
const DAY_MS = 24 * 60 * 60_000;

/** `npm run grant -- coins | cases | goods`: grants the operator's gifts, with their reason in the audit log. */
async function run(deps: OperatorDeps): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { reason: { type: 'string' } },
    allowPositionals: true,
  });
  const [what, login = '', server = '', ...numbers] = positionals;
  const reason = values.reason?.trim();
  if (!reason) throw new Error(`A --reason must be given: it stays in the audit log.\n${USAGE}`);
  const [first = 0, second = 0] = numbers.map(wholeNumber);
  const ref = randomUUID();
  const said = await withTx(deps.pool, async (tx) => {
    const where = and(eq(accounts.serverKey, server), sql`lower(${accounts.login}) = lower(${login})`);
    const account = await lockAccount(tx, where!);
    if (!account || account.status === 'closed') throw new Error(`There is no player ${login} on ${server}.`);
    const gift = { accountId: account.id, ref, reason };
    if (what === 'coins' && numbers.length === 1) return giveCoins(tx, deps, { ...gift, coins: first });
    if (what === 'cases' && numbers.length === 2)
      return giveCases(tx, deps, { ...gift, caseId: first, count: second });
    if (what === 'goods' && numbers.length === 2)
      return giveGoods(tx, deps, { ...gift, serverKey: server, goodsId: first, quantity: second });
    throw new Error(USAGE);
  });
  say(`${login} on ${server} has got ${said}.`);
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is not a whole number from 1 on.\n${USAGE}`);
  return Number(text);
}

interface Gift {
  accountId: number;
  /** Id of this gift in ledger and stock. */
  ref: string;
  reason: string;
}

async function giveCoins(
  tx: NodePgDatabase,
  deps: OperatorDeps,
  { accountId, ref, reason, coins }: Gift & { coins: number },
): Promise<string> {
  if (coins > COINS_MAX) throw new Error(`At most ${COINS_MAX} coins at a time.`);
  const cause = { refType: 'grant', refId: ref };
  await lockBalances(tx, accountId, ['bonus']);
  const to = { kind: 'wallet', ownerId: accountId } as const;
  await transfer(tx, { from: { kind: 'bonus' }, to, amount: coins, reason: 'operator', ...cause });
  await balanceDebt(tx, accountId);
  const detail = { coins, reason, ref };
  await writeAudit(tx, deps, { accountId, actor: 'operator', event: 'coinsGranted', detail });
  return `${coins} OC`;
}

async function giveCases(
  tx: NodePgDatabase,
  deps: OperatorDeps,
  { accountId, ref, reason, caseId, count }: Gift & { caseId: number; count: number },
): Promise<string> {
  if (count > CASES_MAX) throw new Error(`At most ${CASES_MAX} cases at a time.`);
  const [found] = await tx.select({ names: cases.names }).from(cases).where(eq(cases.id, caseId));
  if (!found) throw new Error(`There is no case ${caseId}.`);
  await grantCases(tx, { accountId, caseId, count, reason: 'operator', refType: 'grant', refId: ref });
  const detail = { caseId, count, reason, ref };
  await writeAudit(tx, deps, { accountId, actor: 'operator', event: 'casesGranted', detail });
  return `${count} of the case ${found.names.en}`;
}

/** Gives what a good contains, without a price: what belongs to the game goes through the outbox (D1). */
async function giveGoods(
  tx: NodePgDatabase,
  deps: OperatorDeps,
  {
    accountId,
    ref,
    reason,
    serverKey,
    goodsId,
    quantity,
  }: Gift & { serverKey: string; goodsId: number; quantity: number },
): Promise<string> {
  if (quantity > GOODS_MAX) throw new Error(`At most ${GOODS_MAX} goods at a time.`);
  const [good] = await tx.select().from(goods).where(eq(goods.id, goodsId));
  if (!good) throw new Error(`There is no good ${goodsId}.`);
  const { names: titles, grants } = good;
  const contents = goodsOf({ coins: 0, bonusCoins: 0, quantity, grants, titles });
  const cause = { reason: 'operator', refType: 'grant', refId: ref };
  for (const [caseId, count] of contents.cases) await grantCases(tx, { accountId, caseId, count, ...cause });
  await grantPremium(tx, deps, { accountId, lengthMs: contents.premiumDays * DAY_MS, ...cause });
  for (const thing of contents.game.values())
    await deliver(tx, deps, { accountId, serverKey, kind: 'give', ...thing, ...cause });
  if (contents.coins > 0) await giveCoins(tx, deps, { accountId, ref, reason, coins: contents.coins });
  const detail = { goodsId, quantity, reason, ref };
  await writeAudit(tx, deps, { accountId, actor: 'operator', event: 'goodsGranted', detail });
  return `${quantity} of ${titles.en}`;
}

if (!saysUsage(USAGE)) await runCommand(run);
