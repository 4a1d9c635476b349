import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OpenMultipleReply } from '#/contract/cases.ts';
import { parseOdds } from '#/contract/fair.ts';
import { refuseBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { effectOnce } from '#/server/platform/kernel/idempotency.ts';
import { checkOpening, drawsOf, epochEnded, inLiveEpoch, type Opening, refuseOpening } from './opening.ts';
import { lockLots, type LotInStock, recordDraws, takePieces } from './openManyStatements.ts';

interface OpeningOfSeveral extends Opening {
  /** One of OPEN_COUNTS. */
  count: number;
}

/**
 * Opens several pieces of a case, all or none, in one transaction (C6, R5). The result is the same as that of single
 * openings with the same nonces. The nonces are consecutive and of one epoch. The oldest lots are opened first, each
 * piece with the odds of its own lot, which `fair[at].oddsHash` names. The prizes stay unrevealed until the player has
 * seen them.
 * @throws AppError caseNotFound; caseOutOfStock if there are fewer; oddsChanged if the first piece has other odds than
 *   the player was shown; inDebt; accountBlocked; idempotencyKeyReused
 */
export function openMultiple(deps: Deps, opening: OpeningOfSeveral): Promise<OpenMultipleReply> {
  const { accountId, caseId, count, oddsHash, idempotencyKey: key } = opening;
  const effect = { accountId, key, request: ['openMultiple', caseId, count, oddsHash ?? null] };
  return inLiveEpoch(deps, { accountId, pieces: count }, () =>
    effectOnce(deps, effect, (tx) => openAll(tx, deps, opening)),
  );
}

async function openAll(
  tx: NodePgDatabase,
  deps: Deps,
  opening: OpeningOfSeveral,
): Promise<OpenMultipleReply> {
  const { accountId, caseId, count, locale } = opening;
  await refuseBlocked(tx, deps, accountId, 'open');
  const pieces = piecesOf(await lockLots(tx, accountId, caseId, count), count);
  const [first] = pieces;
  if (!first || pieces.length < count) refuseOpening((await tx.$count(cases, eq(cases.id, caseId))) > 0);
  checkOpening(opening, first.oddsHash);
  const epoch = await takePieces(tx, deps, { accountId, pieces });
  if (!epoch) epochEnded();
  const draw = drawsOf(deps, epoch);
  const tables = new Map(pieces.map(({ oddsHash, oddsText }) => [oddsHash, parseOdds(oddsText)]));
  const drawn = pieces.map(({ id: lotId, oddsHash }, at) => {
    const { itemId, fair } = draw(epoch.firstNonce + at, oddsHash, tables.get(oddsHash)!);
    return { itemId, fair, row: { lotId, oddsHash, nonce: fair.nonce, ticket: fair.ticket, itemId } };
  });
  const draws = drawn.map(({ row }) => row);
  return {
    caseItemIds: drawn.map(({ itemId }) => itemId),
    coupons: await recordDraws(tx, deps, { accountId, epoch, draws, locale }),
    fair: drawn.map(({ fair }) => fair),
  };
}

/** Assigns the pieces to lots, the oldest lots first. */
function piecesOf(lots: readonly LotInStock[], count: number): LotInStock[] {
  return lots.flatMap((lot) => Array<LotInStock>(Math.min(lot.rest, count)).fill(lot)).slice(0, count);
}
