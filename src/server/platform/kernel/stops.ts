import { eq, gt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { CLOSED_CODES, SWITCHES, type SwitchName } from '#/contract/kernel/switches.ts';
import { bookChecks, siteSwitches } from '#/server/platform/db/tables/site/background.ts';
import { fail } from './errors.ts';

/** Parts of the site that a broken book can stop. */
export type StoppedPart = 'orders' | 'coins' | 'openings' | 'rewards' | 'deliveries';

/**
 * The parts that each group of invariants stops, by the two letters of its code, because they would do further
 * damage.
 */
const STOPPED_BY: Record<string, readonly StoppedPart[]> = {
  LE: ['orders', 'coins', 'openings', 'rewards'],
  OR: ['orders'],
  DL: ['orders', 'deliveries'],
  ST: ['openings', 'coins'],
  FA: ['openings'],
  RF: ['rewards'],
};

/** The parts that each call with an effect needs. A test requires a row here for each of them. */
export const PARTS_NEEDED = new Map<Endpoint, readonly StoppedPart[]>([
  [endpoints.placeOrder, ['orders']],
  [endpoints.changePayment, ['orders']],
  [endpoints.storeByCoin, ['orders', 'coins']],
  [endpoints.convertCoupon, ['coins']],
  [endpoints.convertCouponByGet, ['coins']],
  [endpoints.convertCoupons, ['coins']],
  [endpoints.undoExchange, ['coins']],
  [endpoints.takeCoupons, ['coins', 'deliveries']],
  [endpoints.putBackPrize, ['coins', 'deliveries']],
  [endpoints.openCase, ['openings']],
  [endpoints.openMultiple, ['openings']],
  // these calls move neither coins nor pieces
  [endpoints.saveCart, []],
  [endpoints.saveInviter, []],
]);

/**
 * The switch that closes each call (O27). Earlier business continues: an arriving payment is booked, and deliveries
 * at a game server are settled.
 */
export const CLOSED_BY = new Map<Endpoint, SwitchName>([
  [endpoints.placeOrder, 'shop'],
  [endpoints.changePayment, 'shop'],
  [endpoints.storeByCoin, 'shop'],
  [endpoints.openCase, 'openings'],
  [endpoints.openMultiple, 'openings'],
  [endpoints.signUp, 'signUp'],
  [endpoints.takeCoupons, 'deliveries'],
]);

const RETRY_SECONDS = 60;

/** Lists the parts that a broken book stops. */
export const partsStoppedBy = (book: string): readonly StoppedPart[] => STOPPED_BY[book.slice(0, 2)] ?? [];

/** Stopped and closed parts of the site: stopped because the books do not balance, or closed by an operator. */
export interface BookStops {
  isStopped: (part: StoppedPart) => boolean;
  isClosed: (name: SwitchName) => boolean;
  /** Reads the stopped and closed parts from the database. Each process does so every few seconds. */
  refresh: () => Promise<void>;
}

/** The parts that operators have closed. */
export const closedParts = ({ isClosed }: Pick<BookStops, 'isClosed'>): SwitchName[] =>
  SWITCHES.filter(isClosed);

/**
 * Creates the stops. Nothing is stopped before the first `refresh`; if a refresh fails, the last state stays in force.
 */
export function createBookStops(db: NodePgDatabase): BookStops {
  let stopped: ReadonlySet<StoppedPart> = new Set();
  let closed: ReadonlySet<SwitchName> = new Set();
  return {
    isStopped: (part) => stopped.has(part),
    isClosed: (name) => closed.has(name),
    refresh: async () => {
      const broken = await db
        .select({ name: bookChecks.name })
        .from(bookChecks)
        .where(gt(bookChecks.violations, bookChecks.accepted));
      const off = await db
        .select({ name: siteSwitches.name })
        .from(siteSwitches)
        .where(eq(siteSwitches.isClosed, true));
      stopped = new Set(broken.flatMap(({ name }) => partsStoppedBy(name)));
      closed = new Set(off.map(({ name }) => name));
    },
  };
}

/**
 * @throws AppError booksStopped if a part that the call needs is stopped; the error code of its switch if an operator
 * closed it
 */
export function refuseWhileStopped({ isStopped, isClosed }: BookStops, endpoint: Endpoint): void {
  const retryAfterSeconds = RETRY_SECONDS;
  if (PARTS_NEEDED.get(endpoint)?.some(isStopped)) fail('booksStopped', { retryAfterSeconds });
  const name = CLOSED_BY.get(endpoint);
  if (name && isClosed(name)) fail(CLOSED_CODES[name], { retryAfterSeconds });
}

/**
 * Refuses an act of an operator while a broken book stops the part that it changes.
 * @throws AppError booksStopped
 */
export function refuseIfStopped({ bookStops }: { bookStops: BookStops }, part: StoppedPart): void {
  if (bookStops.isStopped(part)) fail('booksStopped');
}
