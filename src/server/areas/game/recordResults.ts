import type { GameResult, ResultAs } from '#/contract/game.ts';
import { finishPlain } from '#/server/domain/deliveries/finishPlain.ts';
import { findDelivery, recordResult } from '#/server/domain/deliveries/results.ts';
import { lockOrderOf, oweMissing } from '#/server/domain/orders/oweMissing.ts';
import type { HeardInstance } from '#/server/domain/gameServers/instances.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/**
 * Records results: the plain ones together, the others one by one, each in a transaction of its own, so that one that fails
 * keeps none of the others.
 */
export async function recordResults(
  deps: Deps,
  { serverKey, ledgerId }: Pick<HeardInstance, 'serverKey' | 'ledgerId'>,
  results: readonly GameResult[],
): Promise<{ no: number; as: ResultAs }[]> {
  const answers: { no: number; as: ResultAs }[] = [];
  const isFirst = ({ no }: GameResult, at: number) => results.findIndex((each) => each.no === no) === at;
  const finished = await finishPlain(deps, { serverKey, ledgerId }, results.filter(isFirst));
  for (const result of results) {
    if (finished.delete(result.no)) {
      answers.push({ no: result.no, as: 'recorded' });
      continue;
    }
    const known = await findDelivery(deps.db, serverKey, result.no);
    const as = await withTx(deps.pool, async (tx) => {
      // every transaction locks the order before its deliveries, so that no two wait for each other
      const order = known?.kind === 'revoke' ? await lockOrderOf(tx, known) : undefined;
      const { as: outcome, row } = await recordResult(tx, deps, { serverKey, ledgerId }, result);
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
    answers.push({ no: result.no, as });
  }
  return answers;
}
