import type { GameResult, ResultAs } from '#/contract/game.ts';
import { finishPlain } from '#/server/domain/deliveries/finishPlain.ts';
import { findDelivery, recordResult, type Reporter } from '#/server/domain/deliveries/results.ts';
import { setAside } from '#/server/domain/deliveries/setAside.ts';
import { lockOrderOf, oweMissing } from '#/server/domain/orders/oweMissing.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { toAppError } from '#/server/platform/kernel/errors.ts';

/**
 * Records results: the plain ones together, the others one by one, each in a transaction of its own. A result that
 * the site fails to record is set aside and answered, so that it does not block the others: an adapter repeats
 * unanswered results.
 * @throws an error of the database while it is unavailable; the adapter then reports everything again
 */
export async function recordResults(
  deps: Deps,
  { serverKey, ledgerId }: Reporter,
  results: readonly GameResult[],
): Promise<{ no: number; as: ResultAs }[]> {
  const reporter = { serverKey, ledgerId };
  const answers: { no: number; as: ResultAs }[] = [];
  const isFirst = ({ no }: GameResult, at: number) => results.findIndex((each) => each.no === no) === at;
  const finished = await finishPlain(deps, reporter, results.filter(isFirst)).catch((error: unknown) => {
    throwIfGone(error);
    // one of them failed, so all go one by one
    return new Set<number>();
  });
  for (const result of results) {
    const isFinished = finished.delete(result.no);
    answers.push({
      no: result.no,
      as: isFinished ? 'recorded' : await recordOrSetAside(deps, reporter, result),
    });
  }
  return answers;
}

async function recordOrSetAside(deps: Deps, reporter: Reporter, result: GameResult): Promise<ResultAs> {
  try {
    return await recordOne(deps, reporter, result);
  } catch (error) {
    throwIfGone(error);
    deps.log.error(
      { err: error, gameServer: reporter.serverKey, delivery: result.no, outcome: result.outcome },
      'what a game server says of a delivery could not be recorded: it is asked again in ten minutes',
    );
    return setAside(deps, reporter, result).catch((failure: unknown) => {
      throwIfGone(failure);
      // when the lease lapses, the game reports it again
      return 'recorded';
    });
  }
}

/** Rethrows errors of an unavailable or overloaded database, because no single result causes them. */
function throwIfGone(error: unknown): void {
  if (toAppError(error).status === 503) throw error;
}

async function recordOne(deps: Deps, reporter: Reporter, result: GameResult): Promise<ResultAs> {
  const { serverKey } = reporter;
  const known = await findDelivery(deps.db, serverKey, result.no);
  const as = await withTx(deps.pool, async (tx) => {
    // every transaction locks the order before its deliveries, to avoid deadlocks
    const order = known?.kind === 'revoke' ? await lockOrderOf(tx, known) : undefined;
    const { as: outcome, row } = await recordResult(tx, deps, reporter, result);
    if (order && row?.state === 'done') await oweMissing(tx, order, row);
    return outcome;
  });
  if (as === 'recorded' && (result.outcome === 'rejected' || result.outcome === 'unknown'))
    deps.log.warn(
      {
        gameServer: serverKey,
        delivery: result.no,
        code: known?.code,
        outcome: result.code,
        said: result.proof,
      },
      `a delivery is ${result.outcome === 'unknown' ? 'unknown' : 'failed'}: an operator decides`,
    );
  return as;
}
