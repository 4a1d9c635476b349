import { itemOfTicket, type parseOdds, ticketOf } from '#/contract/fair.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { requestHash } from '#/server/platform/kernel/idempotency.ts';
import { rotateEpoch, serverSeedOf } from '#/server/domain/fairness/fairEpoch.ts';

/** Input that opening one piece and opening several share. They have separate statements. */
export interface Opening {
  accountId: number;
  /** From the session. A player in debt may not open cases. */
  isInDebt: boolean;
  caseId: number;
  /** Hash of the odds table that the player was shown. It must be that of the first piece. */
  oddsHash?: string | undefined;
  idempotencyKey?: string | undefined;
  locale: Locale;
}

/** Hash of the request for one piece, under which its answer is stored (ID1). */
export const openingHash = ({ caseId, oddsHash }: Pick<Opening, 'caseId' | 'oddsHash'>): Buffer =>
  requestHash(['openCase', caseId, oddsHash ?? null]);

/** The secrets that determine the prizes of an epoch: the player's seed in plain text, the server's encrypted. */
export interface DrawingEpoch {
  publicId: string;
  commitment: string;
  clientSeed: string;
  serverSeedEncrypted: Buffer;
}

/** Attempts to find a live epoch, because parallel requests may fill or end the next one too. */
const MAX_EPOCHS = 5;

/** The epoch has no nonces left for all pieces, or the player ended it. */
class EpochEnded extends Error {
  override readonly name = 'EpochEnded';
}

/** Leaves the transaction, so that `inLiveEpoch` starts a new epoch and tries again. */
export function epochEnded(): never {
  throw new EpochEnded();
}

/**
 * Runs an opening in an epoch with enough nonces for all pieces. Starts a new epoch if the live one has too few.
 * @param open one whole attempt; it calls `epochEnded` before it has an effect
 * @throws AppError busy if `MAX_EPOCHS` attempts in a row found an ended epoch
 */
export async function inLiveEpoch<T>(
  deps: Deps,
  { accountId, pieces }: { accountId: number; pieces: number },
  open: () => Promise<T>,
): Promise<T> {
  for (let epochs = 1; ; epochs++) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof EpochEnded)) throw error;
      if (epochs === MAX_EPOCHS) fail('busy', { cause: error, retryAfterSeconds: 1 });
      await withTx(deps.pool, (tx) => rotateEpoch(tx, deps, accountId, pieces));
    }
  }
}

/**
 * Refuses players in debt and changed odds.
 * @param firstOddsHash odds of the first piece, which must be those that the player was shown
 * @throws AppError inDebt, oddsChanged
 */
export function checkOpening({ isInDebt, oddsHash }: Opening, firstOddsHash: string): void {
  if (isInDebt) fail('inDebt');
  if (oddsHash !== undefined && oddsHash !== firstOddsHash) fail('oddsChanged');
}

/** @throws AppError caseOutOfStock, or caseNotFound if the case is unknown */
export function refuseOpening(isCaseKnown: boolean): never {
  return fail(isCaseKnown ? 'caseOutOfStock' : 'caseNotFound');
}

/** The fair draws of an epoch: ticket and prize depend only on seeds, nonce and odds (PF1). */
export function drawsOf({ secretKey }: Pick<Deps, 'secretKey'>, epoch: DrawingEpoch) {
  const { publicId: epochId, commitment, clientSeed } = epoch;
  const serverSeed = serverSeedOf(secretKey, epochId, epoch.serverSeedEncrypted);
  return (nonce: number, oddsHash: string, odds: ReturnType<typeof parseOdds>) => {
    const ticket = ticketOf({ serverSeed, epochId, clientSeed, nonce, oddsHash });
    return {
      itemId: itemOfTicket(odds, ticket),
      fair: { epochId, commitment, clientSeed, nonce, oddsHash, ticket },
    };
  };
}
