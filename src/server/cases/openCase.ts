import type pg from 'pg';
import type { OpenCaseReply } from '#/contract/cases.ts';
import { itemOfTicket, parseOdds, ticketOf } from '#/contract/fair.ts';
import type { Locale } from '#/contract/locale.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { oldestEpoch, EPOCH_MAX_DRAWS, randomClientSeed, rotateEpoch, serverSeedOf } from '../fairEpoch.ts';
import { claimKey } from '../idempotency.ts';
import { RECORD, TAKE, type TakenRow } from './openStatements.ts';

interface Opening {
  accountId: number;
  caseId: number;
  /** The odds table the player was shown. */
  oddsHash?: string | undefined;
  idempotencyKey?: string | undefined;
  locale: Locale;
}

class EpochEnded extends Error {
  override readonly name = 'EpochEnded';
}

/**
 * Opens one piece of a case: piece, nonce, draw, coupon and answer are one transaction, and with a key they happen
 * once (PF1). The oldest lot goes first and is drawn with the odds it was bought with.
 * @throws AppError caseNotFound, caseOutOfStock, oddsChanged (nothing is taken), idempotencyKeyReused
 */
export async function openCase(deps: Deps, opening: Opening): Promise<OpenCaseReply> {
  try {
    return await openOnce(deps, opening);
  } catch (error) {
    if (!(error instanceof EpochEnded)) throw error;
    await withTx(deps.pool, (tx) => rotateEpoch(tx, deps, opening.accountId));
    return openOnce(deps, opening);
  }
}

function openOnce(deps: Deps, opening: Opening): Promise<OpenCaseReply> {
  const { accountId, caseId, oddsHash, idempotencyKey: key } = opening;
  const request = ['openCase', caseId, oddsHash ?? null];
  return withTx(deps.pool, async (_, client) => {
    const stored = await claimKey<OpenCaseReply>(client, { accountId, key, request, now: deps.now() });
    return stored ?? draw(deps, client, opening, await takePiece(deps, client, opening));
  });
}

async function takePiece(deps: Deps, client: pg.PoolClient, opening: Opening): Promise<TakenRow> {
  const { accountId, caseId, oddsHash } = opening;
  const { rows } = await client.query<TakenRow>({
    ...TAKE,
    values: [accountId, caseId, randomClientSeed(deps), EPOCH_MAX_DRAWS, oldestEpoch(deps)],
  });
  const [taken] = rows;
  if (!taken) {
    const known = await client.query('SELECT FROM cases WHERE id = $1', [caseId]);
    return fail(known.rowCount ? 'caseOutOfStock' : 'caseNotFound');
  }
  if (oddsHash !== undefined && oddsHash !== taken.odds_hash) fail('oddsChanged');
  if (taken.epoch_id === null) throw new EpochEnded();
  return taken;
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
  const { rows } = await client.query<{ body: OpenCaseReply }>({
    ...RECORD,
    values: [
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
      idempotencyKey ?? null,
    ],
  });
  if (!rows[0]) throw new Error(`item ${itemId} of a drawn ticket is not in the catalogue`);
  return rows[0].body;
}
