import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OpenMultipleReply } from '#/contract/cases.ts';
import { itemOfTicket, parseOdds, ticketOf } from '#/contract/fair.ts';
import type { Locale } from '#/contract/locale.ts';
import { cases } from '#/server/platform/db/schema.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { effectOnce } from '#/server/platform/kernel/effectOnce.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { rotateEpoch, serverSeedOf } from '#/server/domain/fairness/fairEpoch.ts';
import {
  type Draw,
  type Epoch,
  lockLots,
  type LotInStock,
  recordDraws,
  takePieces,
} from './openManyStatements.ts';

interface Opening {
  accountId: number;
  /** From the session. A player in debt opens nothing. */
  isInDebt: boolean;
  caseId: number;
  /** One of OPEN_COUNTS. */
  count: number;
  /** Hash of the odds table that the player was shown, which is that of the first piece. */
  oddsHash?: string | undefined;
  idempotencyKey?: string | undefined;
  locale: Locale;
}

/** Attempts to find a live epoch, because parallel requests may fill or end the next one too. */
const MAX_EPOCHS = 5;

class EpochEnded extends Error {
  override readonly name = 'EpochEnded';
}

/**
 * Opens several pieces of a case, all or none, in one transaction (C6, R5). The result is the same as that of single
 * openings with the same nonces. The nonces are consecutive and of one epoch. The oldest lots are opened first, each
 * piece with the odds of its own lot, which `fair[at].oddsHash` names. The prizes stay unrevealed until the player has
 * seen them.
 * @throws AppError caseNotFound; caseOutOfStock if there are fewer; oddsChanged if the first piece has other odds than
 *   the player was shown; inDebt; idempotencyKeyReused
 */
export async function openMultiple(deps: Deps, opening: Opening): Promise<OpenMultipleReply> {
  const { accountId, caseId, count, oddsHash, idempotencyKey: key } = opening;
  const effect = { accountId, key, request: ['openMultiple', caseId, count, oddsHash ?? null] };
  for (let epochs = 1; ; epochs++) {
    try {
      return await effectOnce(deps, effect, (tx) => openAll(tx, deps, opening));
    } catch (error) {
      if (!(error instanceof EpochEnded)) throw error;
      if (epochs === MAX_EPOCHS) fail('busy', { cause: error, retryAfterSeconds: 1 });
      await withTx(deps.pool, (tx) => rotateEpoch(tx, deps, accountId, count));
    }
  }
}

async function openAll(tx: NodePgDatabase, deps: Deps, opening: Opening): Promise<OpenMultipleReply> {
  const { accountId, caseId, count, oddsHash } = opening;
  const pieces = piecesOf(await lockLots(tx, accountId, caseId, count), count);
  const [first] = pieces;
  if (!first || pieces.length < count) return refuse(tx, caseId);
  if (opening.isInDebt) fail('inDebt');
  if (oddsHash !== undefined && oddsHash !== first.oddsHash) fail('oddsChanged');
  const epoch = await takePieces(tx, deps, { accountId, pieces });
  if (!epoch) throw new EpochEnded();
  const draws = drawAll(deps, epoch, pieces);
  const coupons = await recordDraws(tx, deps, { accountId, epoch, draws, locale: opening.locale });
  const { publicId: epochId, commitment, clientSeed } = epoch;
  return {
    caseItemIds: draws.map(({ itemId }) => itemId),
    coupons,
    fair: draws.map(({ nonce, oddsHash: hash, ticket }) => ({
      epochId,
      commitment,
      clientSeed,
      nonce,
      oddsHash: hash,
      ticket,
    })),
  };
}

/** Assigns the pieces to lots, the oldest lots first. */
function piecesOf(lots: readonly LotInStock[], count: number): LotInStock[] {
  return lots.flatMap((lot) => Array<LotInStock>(Math.min(lot.rest, count)).fill(lot)).slice(0, count);
}

async function refuse(tx: NodePgDatabase, caseId: number): Promise<never> {
  const isKnown = (await tx.$count(cases, eq(cases.id, caseId))) > 0;
  return fail(isKnown ? 'caseOutOfStock' : 'caseNotFound');
}

function drawAll({ secretKey }: Deps, epoch: Epoch, pieces: readonly LotInStock[]): Draw[] {
  const serverSeed = serverSeedOf(secretKey, epoch.publicId, epoch.serverSeedEncrypted);
  const tables = new Map(pieces.map(({ oddsHash, oddsText }) => [oddsHash, parseOdds(oddsText)]));
  return pieces.map(({ id: lotId, oddsHash }, at) => {
    const nonce = epoch.firstNonce + at;
    const { publicId: epochId, clientSeed } = epoch;
    const ticket = ticketOf({ serverSeed, epochId, clientSeed, nonce, oddsHash });
    return { lotId, oddsHash, nonce, ticket, itemId: itemOfTicket(tables.get(oddsHash)!, ticket) };
  });
}
