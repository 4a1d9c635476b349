import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { SetRateBody } from '#/contract/operator/vat.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { importRates, ordersOfRate, rateOn, replaceRate } from '#/server/domain/tax/vatRates.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Sets the VAT rate of a country from a day on, or confirms an imported one (O25). The preview counts the paid orders
 * whose VAT changes.
 * @throws AppError operatorChanged if the rate of that day is not the one that the owner saw (O9)
 */
export async function setRateAct(
  tx: NodePgDatabase,
  { country, from, basisPoints, replaces }: SetRateBody,
): Promise<ActOutcome<Record<string, never>>> {
  const before = await rateOn(tx, { country, from });
  if (!(await replaceRate(tx, { country, from, basisPoints }, replaces))) fail('operatorChanged');
  return {
    reply: {},
    target: { type: 'vatRate', id: country },
    before: { vatPercent: before === null ? null : percentOf(before) },
    after: { vatPercent: percentOf(basisPoints), rateFrom: from },
    foreseen: { orders: before === basisPoints ? 0 : await ordersOfRate(tx, { country, from }) },
  };
}

/** Adds the starting rates of the EU for countries without a rate, unconfirmed. */
export async function importRatesAct(tx: NodePgDatabase): Promise<ActOutcome<{ added: number }>> {
  const added = await importRates(tx);
  return {
    reply: { added: added.length },
    target: { type: 'vatRates', id: 'EU' },
    before: {},
    after: { vatRates: added.map(({ country, basisPoints }) => `${country} ${percentOf(basisPoints)}`) },
  };
}

/** A rate as text: "25.5 %". */
const percentOf = (basisPoints: number): string => `${basisPoints / 100} %`;
