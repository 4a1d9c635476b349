import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { everyOperatorCall } from '#/contract/operator/everyOperatorCall.ts';
import { lastDays } from '#/contract/operator/figures/dayRange.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { countDraws } from '#/server/domain/fairness/countDraws.ts';
import { createPlayer, open } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { GOOD } from '../../../../support/catalogue/testShop.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../../support/players/shopping.ts';
import { recordStatements } from '../../../../support/tools/recordStatements.ts';

type Name = keyof typeof everyOperatorCall;

/** The bounds of `npm run bench:operator`. */
const MOST = 4;
/** Of pages of one thing, which show rows of many tables. */
const MOST_OF_PAGE = 12;
const PAGES: ReadonlySet<string> = new Set<Name>(['order', 'player', 'delivery', 'server', 'payout']);
const SETTLED_MS = 10 * 60_000;

let site: TestApp;
let owner: TestOperator;
/** Id of a thing that each call about one thing can show. */
let ids: Partial<Record<Name, string>>;

beforeAll(async () => {
  site = await createTestApp();
  useFakeProvider(site);
  owner = await createOperator(site, 'owner');
  const player = await createPlayer(site.deps, { 1: 1 });
  await open(site, player, { case_id: 1 });
  site.advanceMs(SETTLED_MS);
  await countDraws(site.deps);
  const order = await pendingOrder(site, player, {
    product_type: 'Services',
    goods_id: GOOD.service,
  });
  await grantEverything(order);
  await applyPaymentEvent(site, order, 'paid');
  await sendDueMails(site.deps);
  const first = async (table: string) =>
    (await site.pool.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id LIMIT 1`)).rows[0]!.id;
  const of = String(player.accountId);
  const discount = {
    code: 'STATEMENTS',
    takes: { kind: 'percent', basisPoints: 1000 },
    productTypes: null,
    goodsIds: [GOOD.service],
    startsAt: null,
    endsAt: null,
    perAccountLimit: null,
    totalLimit: null,
    reason: 'autumn sale',
  };
  const made = await owner.browser.call(operatorCalls.makeDiscount, { body: discount });
  await site.pool.query(
    `INSERT INTO payouts (provider, payout_ref, amount_cents, currency, status, created_at, arrives_at, lines,
       lines_read_at, line_count, lines_cents, matched_cents)
     VALUES ('stripe', 'po', 0, 'EUR', 'paid', now(), now(), 'ready', now(), 0, 0, 0)`,
  );
  ids = {
    order,
    player: of,
    playerLedger: of,
    playerDraws: of,
    playerHistory: of,
    playerReferral: of,
    playerInvited: of,
    playerGifts: of,
    delivery: await first('deliveries'),
    mail: await first('mail_queue'),
    discount: String(made.json().id),
    server: 'everest',
    payout: await first('payouts'),
    catalogueRevision: '1',
  };
});
afterAll(() => site.close());

/** Makes the order grant goods of every kind, and gives it a payment that was replaced. */
async function grantEverything(publicId: string): Promise<void> {
  const more = [
    { kind: 'coins', coins: 100 },
    { kind: 'premium', days: 30 },
    { kind: 'case', caseId: 1, count: 5 },
  ];
  await site.pool.query(
    `UPDATE orders SET quote = jsonb_set(quote, '{grants}', (quote -> 'grants') || $2::jsonb) WHERE public_id = $1`,
    [publicId, JSON.stringify(more)],
  );
  await site.pool.query(
    `INSERT INTO replaced_payments (provider, payment_ref, order_id, payment_method_name, replaced_at)
     SELECT provider, 'earlier', id, payment_method_name, now() FROM orders WHERE public_id = $1`,
    [publicId],
  );
}

const QUERIES: Partial<Record<Name, Record<string, string>>> = {
  search: { q: 'player' },
  playerLedger: { ledgerAccount: 'wallet' },
  matchingDeliveries: { decision: 'retry', state: 'failed' },
  matchingMails: { act: 'drop', state: 'failed' },
};
/** Calls that answer with a file, or about a draft. */
const OTHERS: ReadonlySet<string> = new Set<Name>([
  'adapter',
  'draft',
  'reviewDraft',
  'mailTemplate',
  'loadExport',
  'revisionFiles',
]);

/** The query of a call; a range of days if it asks for one. */
function queryOf(name: string, { query }: OperatorEndpoint): Record<string, string> {
  const given = QUERIES[name as Name] ?? {};
  if (!query || z.safeParse(query, given).success) return given;
  const { from, to } = lastDays(site.deps.now().toISOString().slice(0, 10), 31);
  return { from, to };
}

const reads = Object.entries<OperatorEndpoint>(everyOperatorCall).filter(
  ([name, { method }]) => method === 'GET' && !OTHERS.has(name),
);

test.each(reads)('O28 %s takes few statements', async (name, endpoint) => {
  const params = { id: ids[name as Name] ?? '' };
  const statements = await recordStatements(async () => {
    const answer = await owner.browser.call(endpoint, { params, query: queryOf(name, endpoint) });
    expect(answer.statusCode, answer.body).toBe(200);
  });
  expect(statements.length, statements.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(
    PAGES.has(name) ? MOST_OF_PAGE : MOST,
  );
});
