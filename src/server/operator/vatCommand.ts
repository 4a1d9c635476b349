import { isCountry } from '#/contract/kernel/countries.ts';
import { basisPointsOf, typedRate } from '#/contract/operator/vat.ts';
import { importRates, listRates, setRate } from '#/server/domain/tax/vatRates.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { type CommandDatabase, commandWords, runToEnd, say, saysUsage, withDatabase } from './operator.ts';

const USAGE = `npm run vat -- list
npm run vat -- set COUNTRY PERCENT --from 2026-01-01 --reason "..."
npm run vat -- import --reason "..."
COUNTRY is a code as LV, PERCENT as 21 or 25.5. The import adds the standard rates of the EU for
countries without a rate, unconfirmed: compare each with the law, and confirm it by "set". Unconfirmed rates count for
nothing.`;

/** Lists, sets and imports the rates of VAT, as the operators' page does (O25). */
async function run(): Promise<void> {
  const { values, positionals } = commandWords({
    allowPositionals: true,
    options: { from: { type: 'string' }, reason: { type: 'string' } },
  });
  await withDatabase((database) => carryOut(database, positionals, values));
}

async function carryOut(
  { db, pool, now }: CommandDatabase,
  [action, country, percent, ...others]: string[],
  { from, reason = '' }: { from?: string; reason?: string },
): Promise<void> {
  const audited = (event: 'setVatRate' | 'importVatRates', detail: Record<string, string | number>) =>
    ({ accountId: null, actor: 'operator', event, detail: { ...detail, reason } }) as const;
  if (action === 'list' && country === undefined) {
    for (const rate of await listRates(db))
      say(
        `${rate.country} ${rate.basisPoints / 100} % from ${rate.from}${rate.isConfirmed ? '' : ', UNCONFIRMED'}`,
      );
    return;
  }
  if (action === 'import' && country === undefined && reason !== '') {
    const added = await withTx(pool, async (tx) => {
      const rates = await importRates(tx);
      await writeAudit(tx, { now }, audited('importVatRates', { added: rates.length }));
      return rates.length;
    });
    say(`${added} rates are imported, unconfirmed.`);
    return;
  }
  const basisPoints = basisPointsOf(percent ?? '');
  const rate = typedRate.safeParse({ country, from, basisPoints, reason });
  if (action !== 'set' || others.length > 0 || !rate.success || !isCountry(country)) throw new Error(USAGE);
  await withTx(pool, async (tx) => {
    await setRate(tx, rate.data);
    const { reason: _said, ...set } = rate.data;
    await writeAudit(tx, { now }, audited('setVatRate', set));
  });
  say(`${rate.data.country} is ${rate.data.basisPoints / 100} % from ${rate.data.from}.`);
}

if (!saysUsage(USAGE)) await runToEnd(run);
