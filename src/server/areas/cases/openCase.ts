import type pg from 'pg';
import type { OpenCaseReply } from '#/contract/cases.ts';
import { EPOCH_MAX_DRAWS, itemOfTicket, parseOdds, ticketOf } from '#/contract/fair.ts';
import type { Locale } from '#/contract/locale.ts';
import { joinedQuery } from '#/server/platform/db/joinedQuery.ts';
import { withClient, withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { oldestEpoch, rotateEpoch, serverSeedOf } from '#/server/domain/fairness/fairEpoch.ts';
import { requestHash, storedAnswer } from '#/server/platform/kernel/idempotency.ts';
import { RECORD, TAKE, type TakenRow } from './openStatements.ts';

interface Opening {
  accountId: number;
  /** From the session. A player in debt opens nothing. */
  isInDebt: boolean;
  caseId: number;
  /** Hash of the odds table that the player was shown. */
  oddsHash?: string | undefined;
  idempotencyKey?: string | undefined;
  locale: Locale;
}

/** Attempts to find a live epoch, because the player may end the next one too meanwhile. */
const MAX_EPOCHS = 5;

class EpochEnded extends Error {
  override readonly name = 'EpochEnded';
}

/**
 * Opens one piece of a case. Key, piece, nonce, draw, coupon and answer are one transaction, and a repeated key opens
 * once (ID1, PF1). The oldest lot is opened first, with the odds it was bought with.
 * @throws AppError caseNotFound, caseOutOfStock, oddsChanged and inDebt (nothing is taken), idempotencyKeyReused
 */
export async function openCase(deps: Deps, opening: Opening): Promise<OpenCaseReply> {
  for (let epochs = 1; ; epochs++) {
    try {
      return await openOnce(deps, opening);
    } catch (error) {
      if (!(error instanceof EpochEnded)) throw error;
      if (epochs === MAX_EPOCHS) fail('busy', { cause: error, retryAfterSeconds: 1 });
      await withTx(deps.pool, (tx) => rotateEpoch(tx, deps, opening.accountId));
    }
  }
}

function openOnce(deps: Deps, opening: Opening): Promise<OpenCaseReply> {
  const { accountId, caseId, oddsHash, idempotencyKey: key } = opening;
  const hash = requestHash(['openCase', caseId, oddsHash ?? null]);
  const values = [accountId, key, hash, deps.now(), caseId, EPOCH_MAX_DRAWS, oldestEpoch(deps)];
  return withClient(deps.pool, async (client) => {
    const { rows } = await joinedQuery<TakenRow>(client, { ...TAKE, values }, 'first');
    const [taken] = rows;
    if (!taken)
      return (await storedAnswer<OpenCaseReply>(client, accountId, key, hash)) ?? refuse(client, caseId);
    if (opening.isInDebt) fail('inDebt');
    if (oddsHash !== undefined && oddsHash !== taken.odds_hash) fail('oddsChanged');
    if (taken.epoch_id === null) throw new EpochEnded();
    return draw(deps, client, opening, taken);
  });
}

async function refuse(client: pg.PoolClient, caseId: number): Promise<never> {
  const known = await client.query('SELECT FROM cases WHERE id = $1', [caseId]);
  return fail(known.rowCount ? 'caseOutOfStock' : 'caseNotFound');
}

async function draw(
  deps: Deps,
  client: pg.PoolClient,
  { accountId, idempotencyKey, locale }: Opening,
  taken: TakenRow,
): Promise<OpenCaseReply> {
  const fair = {
    epochId: taken.public_id,
    commitment: taken.commitment,
    clientSeed: taken.client_seed,
    nonce: taken.nonce,
    oddsHash: taken.odds_hash,
  };
  const serverSeed = serverSeedOf(deps.secretKey, taken.public_id, taken.server_seed_encrypted);
  const ticket = ticketOf({ serverSeed, ...fair });
  const itemId = itemOfTicket(parseOdds(taken.odds_text), ticket);
  const values = [
    accountId,
    taken.epoch_id,
    taken.nonce,
    taken.client_seed,
    taken.client_seed_origin,
    taken.lot_id,
    taken.odds_hash,
    ticket,
    itemId,
    deps.now(),
    locale,
    JSON.stringify({ ...fair, ticket }),
    idempotencyKey,
  ];
  const { rows } = await joinedQuery<{ body: OpenCaseReply }>(client, { ...RECORD, values }, 'last');
  if (!rows[0]) throw new Error(`item ${itemId} of a drawn ticket is not in the catalogue`);
  return rows[0].body;
}
