import { and, eq, sql } from 'drizzle-orm';
import { DELIVERY_STATES } from '#/contract/operator/deliveries.ts';
import { type ListedDelivery, readDeliveries } from '#/server/domain/deliveries/deliveryList.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { OperatorDeps } from './operator.ts';

/** Most rows of a list. */
const LISTED = 100;

/** Filter of the deliveries that an operator wants to see. */
export type DeliveryFilter = Partial<Record<'server' | 'state' | 'code' | 'account', string | undefined>>;

/**
 * Lists the newest deliveries. Without a named state, only those that are not final.
 * @throws Error with a sentence
 */
export async function findDeliveries(
  deps: Pick<OperatorDeps, 'db' | 'now'>,
  { server, state, code, account }: DeliveryFilter,
): Promise<ListedDelivery[]> {
  const known = DELIVERY_STATES.find((each) => each === state);
  if (state !== undefined && !known) throw new Error(`--state takes ${DELIVERY_STATES.join(', ')}.`);
  const player = account === undefined ? undefined : await idOf(deps, account);
  if (account !== undefined && player === undefined) return [];
  const filters = { server, code, player, ...(known ? { state: known } : { mark: 'open' as const }) };
  return readDeliveries(deps, filters, { limit: LISTED });
}

async function idOf({ db }: Pick<OperatorDeps, 'db'>, account: string): Promise<string | undefined> {
  const [login, home] = account.split('@');
  if (!login || !home) throw new Error('--account takes LOGIN@SERVER.');
  const byLogin = and(eq(sql`lower(${accounts.login})`, login.toLowerCase()), eq(accounts.serverKey, home));
  const [found] = await db.select({ id: accounts.id }).from(accounts).where(byLogin);
  return found && String(found.id);
}

/** A delivery in one line. */
export function lineOf({ row, login }: ListedDelivery): string {
  const { id, createdAt, kind, count, code, state, serverKey, outcome, moneyBackAt, reason, refId } = row;
  return [
    id,
    createdAt.toISOString(),
    state,
    `${kind} ${count} ${code}`,
    `${login}@${serverKey}`,
    `${reason} ${refId}`,
    ...(outcome ? [outcome] : []),
    ...(moneyBackAt ? ['THE MONEY IS BACK'] : []),
  ].join(' · ');
}
