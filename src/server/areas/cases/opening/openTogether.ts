import type { OpenCaseReply } from '#/contract/cases.ts';
import { EPOCH_MAX_DRAWS } from '#/contract/fair.ts';
import { oldestEpoch } from '#/server/domain/fairness/fairEpoch.ts';
import { joinedQuery } from '#/server/platform/db/joinedQuery.ts';
import { withClient } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type Opening, openingHash } from './opening.ts';
import { drawOfTaken } from './openCase.ts';
import { RECORD_TOGETHER, TAKE_TOGETHER, type TakenTogether } from './openTogetherStatements.ts';

/** The answers by account. An opening without an answer had no effect: it must be opened alone. */
export type OpenedTogether = ReadonlyMap<number, OpenCaseReply>;

/**
 * Opens one piece for each of several players in one transaction, with the same result as `openCase` for each (ID1,
 * PF1). Openings that must wait or be refused have no answer.
 * @param openings of different accounts, none of them in debt
 * @throws an error of the database; unless PostgreSQL tells of a rollback, the transaction may have been committed
 */
export function openTogether(deps: Deps, openings: readonly Opening[]): Promise<OpenedTogether> {
  const sorted = openings.toSorted((a, b) => a.accountId - b.accountId);
  return withClient(deps.pool, async (client) => {
    const values = [
      sorted.map(({ accountId }) => accountId),
      sorted.map(({ idempotencyKey }) => idempotencyKey ?? null),
      sorted.map(openingHash),
      sorted.map(({ caseId }) => caseId),
      sorted.map(({ oddsHash }) => oddsHash ?? null),
      deps.now(),
      EPOCH_MAX_DRAWS,
      oldestEpoch(deps),
    ];
    const taken = await joinedQuery<TakenTogether>(client, { ...TAKE_TOGETHER, values }, 'first');
    if (taken.rows.length === 0) return new Map();
    let recorded: unknown[];
    try {
      recorded = recordValues(deps, sorted, taken.rows);
    } catch {
      // a prize that cannot be drawn: alone, only its own opening fails
      return new Map();
    }
    const { rows } = await joinedQuery<{ account_id: string; body: OpenCaseReply }>(
      client,
      { ...RECORD_TOGETHER, values: recorded },
      'last',
    );
    if (rows.length !== taken.rows.length) throw new Error('a drawn item is not in the catalogue');
    return new Map(rows.map(({ account_id, body }) => [Number(account_id), body]));
  });
}

/** The values of RECORD_TOGETHER. */
function recordValues(deps: Deps, openings: readonly Opening[], taken: readonly TakenTogether[]): unknown[] {
  const takenOf = new Map(taken.map((row) => [Number(row.account_id), row]));
  const drawn = openings.flatMap((opening) => {
    const row = takenOf.get(opening.accountId);
    return row ? [{ opening, row, draw: drawOfTaken(deps, row) }] : [];
  });
  const others = openings.filter(({ accountId }) => !takenOf.has(accountId));
  return [
    drawn.map(({ opening }) => opening.accountId),
    drawn.map(({ opening }) => opening.idempotencyKey ?? null),
    drawn.map(({ row }) => row.epoch_id),
    drawn.map(({ row }) => row.nonce),
    drawn.map(({ row }) => row.client_seed),
    drawn.map(({ row }) => row.client_seed_origin),
    drawn.map(({ row }) => row.lot_id),
    drawn.map(({ row }) => row.odds_hash),
    drawn.map(({ draw }) => draw.fair.ticket),
    drawn.map(({ draw }) => draw.itemId),
    drawn.map(({ opening }) => opening.locale),
    drawn.map(({ draw }) => JSON.stringify(draw.fair)),
    deps.now(),
    others.map(({ accountId }) => accountId),
    others.map(({ idempotencyKey }) => idempotencyKey ?? null),
  ];
}
