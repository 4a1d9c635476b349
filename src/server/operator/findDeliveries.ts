import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { DELIVERY_MOVES } from '#/server/domain/deliveries/deliveryStates.ts';
import type { DeliveryRow } from '#/server/domain/deliveries/moveDelivery.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { deliveries, type DeliveryState } from '#/server/platform/db/tables/deliveries.ts';
import type { OperatorDeps } from './operator.ts';

export const STATES = Object.keys(DELIVERY_MOVES) as DeliveryState[];
const OPEN = STATES.filter((state) => DELIVERY_MOVES[state].length > 0);
/** Most rows of a list. */
const LISTED = 100;

/** A delivery and the login of its player. */
interface Found {
  row: DeliveryRow;
  login: string;
}

function rowsOf({ db }: Pick<OperatorDeps, 'db'>, where: ReturnType<typeof and>): Promise<Found[]> {
  return db
    .select({ row: deliveries, login: accounts.login })
    .from(deliveries)
    .innerJoin(accounts, eq(accounts.id, deliveries.accountId))
    .where(where)
    .orderBy(desc(deliveries.id))
    .limit(LISTED);
}

/** Finds one delivery. */
export const findDelivery = async (deps: Pick<OperatorDeps, 'db'>, no: number): Promise<Found | undefined> =>
  (await rowsOf(deps, eq(deliveries.id, no)))[0];

/** Which deliveries an operator wants to see. */
export type DeliveryFilter = Partial<Record<'server' | 'state' | 'code' | 'account', string | undefined>>;

/** Lists the newest deliveries, those that are not final unless a state is named. @throws Error with a sentence */
export async function findDeliveries(
  deps: Pick<OperatorDeps, 'db'>,
  { server, state, code, account }: DeliveryFilter,
): Promise<Found[]> {
  if (state !== undefined && !STATES.includes(state as DeliveryState))
    throw new Error(`--state takes ${STATES.join(', ')}.`);
  const [login, home] = account?.split('@') ?? [];
  if (account !== undefined && !(login && home)) throw new Error('--account takes LOGIN@SERVER.');
  return rowsOf(
    deps,
    and(
      inArray(deliveries.state, state === undefined ? OPEN : [state as DeliveryState]),
      server === undefined ? undefined : eq(deliveries.serverKey, server),
      code === undefined ? undefined : eq(deliveries.code, code),
      login === undefined ? undefined : sql`lower(${accounts.login}) = lower(${login})`,
      home === undefined ? undefined : eq(accounts.serverKey, home),
    ),
  );
}

/** A delivery in one line. */
export function lineOf({ row, login }: Found): string {
  const { id, createdAt, kind, count, code, state, serverKey, outcome, recalledAt, reason, refId } = row;
  return [
    id,
    createdAt.toISOString(),
    state,
    `${kind} ${count} ${code}`,
    `${login}@${serverKey}`,
    `${reason} ${refId}`,
    ...(outcome ? [outcome] : []),
    ...(recalledAt ? ['THE MONEY IS BACK'] : []),
  ].join(' · ');
}
