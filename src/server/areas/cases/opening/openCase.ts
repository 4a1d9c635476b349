import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { OpenCaseReply } from '#/contract/cases.ts';
import { EPOCH_MAX_DRAWS } from '#/contract/fair.ts';
import { joinedQuery } from '#/server/platform/db/joinedQuery.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import { withClient } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { refuseBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { oldestEpoch } from '#/server/domain/fairness/fairEpoch.ts';
import { storedAnswer } from '#/server/platform/kernel/idempotency.ts';
import {
  checkOpening,
  epochEnded,
  inLiveEpoch,
  type Opening,
  openingHash,
  refuseOpening,
} from './opening.ts';
import { drawOfTaken, RECORD, TAKE, type TakenRow } from './openStatements.ts';

/**
 * Opens one piece of a case. Key, piece, nonce, draw, coupon and answer are one transaction, and a repeated key opens
 * once (ID1, PF1). The oldest lot is opened first, with the odds it was bought with.
 * @throws AppError caseNotFound, caseOutOfStock, oddsChanged and inDebt (nothing is taken), accountBlocked,
 *   idempotencyKeyReused
 */
export async function openCase(deps: Deps, opening: Opening): Promise<OpenCaseReply> {
  const { accountId, caseId, idempotencyKey: key } = opening;
  const hash = openingHash(opening);
  const opened = await inLiveEpoch(deps, { accountId, pieces: 1 }, () =>
    withClient(deps.pool, async (client) => {
      const values = [accountId, key, hash, deps.now(), caseId, EPOCH_MAX_DRAWS, oldestEpoch(deps)];
      const { rows } = await joinedQuery<TakenRow>(client, { ...TAKE, values }, 'first');
      const [taken] = rows;
      if (!taken) {
        const stored = await storedAnswer<OpenCaseReply>(client, accountId, key, hash);
        if (stored) await client.query('COMMIT');
        return stored;
      }
      checkOpening(opening, taken.odds_hash);
      if (taken.epoch_id === null) epochEnded();
      return record(deps, client, opening, taken);
    }),
  );
  return opened ?? refuse(deps, opening);
}

/**
 * Finds the reason why nothing was opened.
 * @throws AppError always
 */
async function refuse(deps: Deps, { accountId, caseId }: Opening): Promise<never> {
  await refuseBlocked(deps.db, deps, accountId, 'open');
  return refuseOpening((await deps.db.$count(cases, eq(cases.id, caseId))) > 0);
}

async function record(
  deps: Deps,
  client: pg.PoolClient,
  { accountId, idempotencyKey, locale }: Opening,
  taken: TakenRow,
): Promise<OpenCaseReply> {
  const { itemId, fair } = drawOfTaken(deps, taken);
  const values = [
    accountId,
    taken.epoch_id,
    taken.nonce,
    taken.client_seed,
    taken.client_seed_origin,
    taken.lot_id,
    taken.odds_hash,
    fair.ticket,
    itemId,
    deps.now(),
    locale,
    JSON.stringify(fair),
    idempotencyKey,
  ];
  const { rows } = await joinedQuery<{ body: OpenCaseReply }>(client, { ...RECORD, values }, 'last');
  if (!rows[0]) throw new Error(`item ${itemId} of a drawn ticket is not in the catalogue`);
  return rows[0].body;
}
