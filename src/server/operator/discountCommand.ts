import { withTx } from '#/server/platform/db/tx.ts';
import { DISCOUNT_USAGE, discountOrder, type DiscountOrder } from './discountOptions.ts';
import { type CommandDatabase, runToEnd, say, saysUsage, withDatabase } from './operator.ts';
import { listDiscounts, makeDiscount, stopDiscount } from '#/server/domain/pricing/discountCodes.ts';

/** `npm run discount -- make CODE … | stop CODE | list` */
async function run(): Promise<void> {
  const order = discountOrder(process.argv.slice(2));
  await withDatabase((database) => carryOut(database, order));
}

async function carryOut({ db, pool, now }: CommandDatabase, order: DiscountOrder): Promise<void> {
  const deps = { now };
  if (order.action === 'list') {
    for (const row of await listDiscounts(db)) say(lineOf(row));
    return;
  }
  if (order.action === 'stop') {
    if (!(await withTx(pool, (tx) => stopDiscount(tx, deps, order.code))))
      throw new Error(`There is no active code ${order.code}.`);
    say(`${order.code} is stopped.`);
    return;
  }
  const { discount } = order;
  if (!(await withTx(pool, (tx) => makeDiscount(tx, deps, discount, 'operator'))))
    throw new Error(`${discount.code} exists already; a code is made once.`);
  say(`${discount.code} is made.`);
}

function lineOf({ discount, uses }: Awaited<ReturnType<typeof listDiscounts>>[number]): string {
  const { code, percentBasisPoints, fixedCents, isActive, startsAt, endsAt } = discount;
  const { productTypes, goodsIds, perAccountLimit, totalLimit } = discount;
  return [
    code,
    percentBasisPoints === null
      ? `${((fixedCents ?? 0) / 100).toFixed(2)} EUR`
      : `${percentBasisPoints / 100} %`,
    isActive ? 'active' : 'stopped',
    `used ${uses}${totalLimit === null ? '' : ` of ${totalLimit}`}`,
    perAccountLimit === null ? '' : `${perAccountLimit} per account`,
    productTypes ? `for ${productTypes.join(', ')}` : '',
    goodsIds ? `for goods ${goodsIds.join(', ')}` : '',
    startsAt ? `from ${startsAt.toISOString()}` : '',
    endsAt ? `until ${endsAt.toISOString()}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

if (!saysUsage(DISCOUNT_USAGE)) await runToEnd(run);
