import { sql } from 'drizzle-orm';
import type { PayoutRow, PayoutSource } from '#/contract/operator/figures/payouts.ts';
import { fetchPayouts } from '#/server/domain/payouts/fetchPayouts.ts';
import { payoutSources, readPayouts } from '#/server/domain/payouts/payoutList.ts';
import { WHERE_PAYOUT_OPEN } from '#/server/domain/payouts/openPayouts.ts';
import { type OperatorDeps, runCommand, say, saysUsage } from './operator.ts';

const USAGE = `npm run payouts -- list [--open]
npm run payouts -- fetch
list shows the newest 100 payouts, with --open only those that need a look. fetch asks the providers now; the site
does it once a day.`;

/** Rows of a list. */
const LISTED = 100;

/** `npm run payouts -- list | fetch` (O25) */
async function run(deps: OperatorDeps): Promise<void> {
  const [action, option, ...rest] = process.argv.slice(2);
  const isOpen = option === '--open';
  if (rest.length > 0 || (option !== undefined && !(action === 'list' && isOpen))) throw new Error(USAGE);
  if (action === 'list') return list(deps, isOpen);
  if (action !== 'fetch') throw new Error(USAGE);
  await fetchPayouts(deps, { isForced: true });
  for (const source of await payoutSources(deps)) say(sourceLine(source));
}

async function list({ db }: OperatorDeps, isOpen: boolean): Promise<void> {
  const where = isOpen ? WHERE_PAYOUT_OPEN : sql`true`;
  const rows = await readPayouts(
    db,
    sql`WHERE ${where} ORDER BY p.arrives_at DESC, p.id DESC LIMIT ${LISTED}`,
  );
  for (const row of rows) say(lineOf(row));
  if (rows.length === 0) say('No payouts.');
}

function lineOf(payout: PayoutRow): string {
  const { arrivesAt, provider, ref, currency, status, linesState, openLines, differenceCents } = payout;
  const money = (cents: number) => `${(cents / 100).toFixed(2)} ${currency}`;
  return [
    arrivesAt.slice(0, 10),
    provider,
    ref,
    money(payout.amountCents),
    status,
    linesState === 'read' ? `lines ${payout.lines}` : `lines: ${linesState}`,
    `matched ${money(payout.matchedCents)}`,
    ...(openLines > 0 ? [`open ${openLines}: ${money(payout.openCents)}`] : []),
    ...(differenceCents ? [`difference ${money(differenceCents)}`] : []),
    ...(payout.isOpen ? ['needs a look'] : []),
  ].join(' · ');
}

function sourceLine({ provider, isTold, fetchedAt }: PayoutSource): string {
  if (!isTold) return `${provider} does not tell its payouts.`;
  return fetchedAt ? `${provider}: fetched ${fetchedAt}.` : `${provider}: not complete yet.`;
}

if (!saysUsage(USAGE)) await runCommand(run);
