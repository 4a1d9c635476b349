import { databaseClock } from '#/server/platform/kernel/clock.ts';
import { readConfig } from '#/server/platform/config/config.ts';
import { COMMAND_LIMITS, type Database, openDatabase } from '#/server/platform/db/open.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { DISCOUNT_USAGE, discountOrder, type DiscountOrder } from './discountOptions.ts';
import { saysUsage } from './operator.ts';
import { listDiscounts, makeDiscount, stopDiscount } from '#/server/domain/pricing/discountCodes.ts';

const complain = (text: string) => process.stderr.write(`${text}\n`);
const say = (text: string) => process.stdout.write(`${text}\n`);

/** `npm run discount -- make CODE … | stop CODE | list` */
async function run(): Promise<void> {
  if (saysUsage(DISCOUNT_USAGE)) return;
  const order = discountOrder(process.argv.slice(2));
  const config = readConfig({ ...process.env, POOL_SIZE: '2' }, 'development');
  const database = await openDatabase(config, { info: () => {}, warn: complain }, COMMAND_LIMITS);
  try {
    await carryOut(database, order);
  } finally {
    await database.close();
  }
}

async function carryOut({ db, pool }: Database, order: DiscountOrder): Promise<void> {
  const time = await databaseClock(pool)();
  const deps = { now: () => time };
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

run().catch((error: unknown) => {
  complain((error as Error).message);
  process.exitCode = 1;
});
