import { gt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { bookChecks } from '#/server/platform/db/tables/background.ts';
import { fail } from './errors.ts';

/** Parts of the site that a broken book can stop. */
export type StoppedPart = 'orders' | 'coins' | 'openings' | 'rewards' | 'deliveries';

/** The parts that each group of invariants stops, by the two letters of its code: they would go on doing damage. */
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
  [endpoints.takeCoupons, ['coins', 'deliveries']],
  [endpoints.putBackPrize, ['coins', 'deliveries']],
  [endpoints.openCase, ['openings']],
  [endpoints.openMultiple, ['openings']],
  // these calls move neither coins nor pieces
  [endpoints.saveCart, []],
  [endpoints.saveInviter, []],
]);

const RETRY_SECONDS = 60;

/** Lists the parts that a broken book stops. */
export const partsStoppedBy = (book: string): readonly StoppedPart[] => STOPPED_BY[book.slice(0, 2)] ?? [];

/** Tells which parts of the site are stopped because the books do not balance. */
export interface BookStops {
  isStopped: (part: StoppedPart) => boolean;
  /** Reads from the database which books are broken. Each process does so every few seconds. */
  refresh: () => Promise<void>;
}

/**
 * Creates the stops. Nothing is stopped before the first `refresh`; if a refresh fails, the last state stays in force.
 */
export function createBookStops(db: NodePgDatabase): BookStops {
  let stopped: ReadonlySet<StoppedPart> = new Set();
  return {
    isStopped: (part) => stopped.has(part),
    refresh: async () => {
      const broken = await db
        .select({ name: bookChecks.name })
        .from(bookChecks)
        .where(gt(bookChecks.violations, bookChecks.accepted));
      stopped = new Set(broken.flatMap(({ name }) => partsStoppedBy(name)));
    },
  };
}

/** @throws AppError booksStopped if a part that the call needs is stopped */
export function refuseWhileStopped({ isStopped }: BookStops, endpoint: Endpoint): void {
  if (PARTS_NEEDED.get(endpoint)?.some(isStopped)) fail('booksStopped', { retryAfterSeconds: RETRY_SECONDS });
}
