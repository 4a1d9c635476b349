import { fairnessCalls } from '#/contract/calls/fairness.ts';
import type { DrawRecord, FairEpoch, OddsRecord } from '#/contract/fairness.ts';
import { call } from '#/client/platform/api/api.ts';
import type { EpochFile } from './evidence.ts';

/** Proofs are requested for this many draws, spread over the epoch. */
const PROOFS = 8;

/**
 * Loads the public record of an epoch, page by page. If the epoch is live and a draw is named, only that draw is
 * loaded, so a shared link does not show what its owner opens later.
 * @param nonce the selected draw, whose proof is always loaded
 * @param onDraws receives the number of loaded draws and of all
 * @throws ApiError epochNotFound, or the failure of a call
 */
export async function gatherEpoch(
  id: string,
  nonce: number | null,
  signal: AbortSignal,
  onDraws: (arrived: number, total: number) => void,
): Promise<EpochFile> {
  // the requested id, not that of the answer, because the id is part of the hashed message
  const epoch = { ...(await call(fairnessCalls.fairEpoch, { params: { id } }, { signal })), id };
  const isOne = epoch.serverSeed === null && nonce !== null && nonce < epoch.draws;
  const draws = isOne ? await gatherDraw(id, nonce, signal) : await gatherDraws(epoch, signal, onDraws);
  const [odds, proofs] = await Promise.all([
    gatherOdds(draws, signal),
    gatherProofs(id, draws, nonce, signal),
  ]);
  return { epoch, draws, odds, proofs, ...(isOne && { only: nonce }) };
}

async function gatherDraws(
  { id, draws: total }: FairEpoch,
  signal: AbortSignal,
  onDraws: (arrived: number, total: number) => void,
): Promise<DrawRecord[]> {
  const draws: DrawRecord[] = [];
  let from: number | null = total > 0 ? 0 : null;
  while (from !== null) {
    onDraws(draws.length, total);
    const page: { draws: DrawRecord[]; nextFrom: number | null } = await call(
      fairnessCalls.fairDraws,
      { query: { epoch: id, from: String(from) } },
      { signal },
    );
    draws.push(...page.draws);
    from = page.nextFrom;
  }
  return draws;
}

async function gatherDraw(epoch: string, nonce: number, signal: AbortSignal): Promise<DrawRecord[]> {
  const query = { epoch, from: String(nonce), count: '1' };
  return (await call(fairnessCalls.fairDraws, { query }, { signal })).draws;
}

async function gatherOdds(draws: readonly DrawRecord[], signal: AbortSignal): Promise<OddsRecord[]> {
  const hashes = [...new Set(draws.map(({ oddsHash }) => oddsHash))];
  return Promise.all(hashes.map((hash) => call(fairnessCalls.fairOdds, { params: { hash } }, { signal })));
}

async function gatherProofs(
  epoch: string,
  draws: readonly DrawRecord[],
  nonce: number | null,
  signal: AbortSignal,
): Promise<EpochFile['proofs']> {
  const wanted = draws.length === 1 && draws[0] ? [draws[0].nonce] : nonces(draws.length, nonce);
  const proofs = wanted.map(async (at) => ({
    nonce: at,
    proof: await call(fairnessCalls.fairProof, { query: { epoch, nonce: String(at) } }, { signal }),
  }));
  return Promise.all(proofs);
}

/** The first draw, the last one, some between, and always the selected one. */
function nonces(count: number, chosen: number | null): number[] {
  const spread = Array.from({ length: Math.min(PROOFS, count) }, (_, at) =>
    Math.round((at * (count - 1)) / Math.max(1, Math.min(PROOFS, count) - 1)),
  );
  const wanted = chosen !== null && chosen < count ? [chosen, ...spread] : spread;
  return [...new Set(wanted)];
}
