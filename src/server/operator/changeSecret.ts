import { forgetSecret, lastUseOf } from '#/server/platform/db/siteSecret.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { keepCodeKeys } from '#/server/platform/kernel/codes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { sealAnew, type SealedCount } from './sealAnew.ts';

/** Passes until nothing is left. Each one writes what was sealed with a former secret while the last one ran. */
const PASSES = 10;

/**
 * Writes everything that is sealed anew with the current secret and then removes the former ones, so that the site runs
 * with the current one alone (N13). May be interrupted and repeated.
 * @returns the numbers of the last pass, which found nothing of a former secret
 * @throws Error with a sentence if a process still seals with a former secret. Everything stays readable with both
 */
export async function changeSecret(
  deps: Pick<Deps, 'pool' | 'db' | 'now' | 'secretKey'>,
  onBatch: (count: SealedCount) => void = () => {},
): Promise<SealedCount[]> {
  const { db, pool, secretKey } = deps;
  const formers = secretKey.readable.slice(1);
  await withTx(pool, async (tx) => {
    for (const former of formers) await keepCodeKeys(tx, secretKey, former);
  });
  for (let pass = 0; pass < PASSES; pass++) {
    // read before the pass: what a process seals from now on shows as a later use
    const uses = await Promise.all(formers.map((former) => lastUseOf(db, former)));
    const counts = await sealAnew(deps, {}, onBatch);
    if (counts.some(({ former }) => former > 0)) continue;
    const inUse = uses.find((use) => use && !use.isOver);
    if (inUse) throw new Error(stillUsed(inUse.usedAt));
    await withTx(pool, async (tx) => {
      for (const [at, former] of formers.entries()) {
        const use = uses[at];
        if (!use) continue;
        if (!(await forgetSecret(tx, former, use.usedAt))) throw new Error(stillUsed(use.usedAt));
        await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'secretChanged' });
      }
    });
    return counts;
  }
  throw new Error(stillUsed());
}

const stillUsed = (at?: string) =>
  `Everything is written anew, but a process still seals with the former secret${at ? ` (last seen ${at})` : ''}. Give every process APP_SECRET=new and APP_SECRET_ALSO=former, and run this again a minute after the last restart.`;
