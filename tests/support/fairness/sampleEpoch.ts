import type { EpochFile } from '#/client/domain/verification/evidence.ts';
import type { SeedNote } from '#/client/domain/queries/seedNotes.ts';
import {
  epochIdOf,
  itemOfTicket,
  leafHash,
  nodeHash,
  oddsHash,
  parseOdds,
  previousSeed,
  ticketOf,
} from '#/contract/fair.ts';

export const SAMPLE_ODDS =
  'ODDS1\n7\n3\n101:550000\n102:250000\n103:130000\n104:55000\n105:14000\n106:1000\n';
const OTHER_ODDS = 'ODDS1\n8\n1\n201:999999\n202:1\n';
const IDX = 4;

/** Root and path of a tree, written exactly as RFC 6962, 2.1 defines them. */
function treeOf(leaves: readonly string[]): string {
  if (leaves.length === 1) return leaves[0]!;
  const k = splitAt(leaves.length);
  return nodeHash(treeOf(leaves.slice(0, k)), treeOf(leaves.slice(k)));
}

function pathOf(at: number, leaves: readonly string[]): string[] {
  if (leaves.length === 1) return [];
  const k = splitAt(leaves.length);
  return at < k
    ? [...pathOf(at, leaves.slice(0, k)), treeOf(leaves.slice(k))]
    : [...pathOf(at - k, leaves.slice(k)), treeOf(leaves.slice(0, k))];
}

/** The largest power of two below a count. */
const splitAt = (count: number): number => 2 ** Math.floor(Math.log2(count - 1));

/**
 * An ended epoch as an honest server reports it: two cases, two client seeds, all draws in one day.
 * @param ownId replaces the id that follows from the seed
 * @param lastSeed client seed of the draws from `changeSeedAt` on
 */
export function sampleEpoch(draws = 12, changeSeedAt = 5, ownId?: string, lastSeed = 'second'): EpochFile {
  const seeds = [previousSeed('the root of a chain')];
  for (let at = 0; at < IDX; at++) seeds.unshift(previousSeed(seeds[0]!));
  const [anchor, serverSeed, commitment] = [seeds[0]!, seeds[IDX]!, seeds[IDX - 1]!];
  const id = ownId ?? epochIdOf(serverSeed);
  const list = Array.from({ length: draws }, (_, nonce) => {
    const text = nonce % 3 === 2 ? OTHER_ODDS : SAMPLE_ODDS;
    const clientSeed = nonce < changeSeedAt ? 'first_SEED-1' : lastSeed;
    const hash = oddsHash(text);
    const ticket = ticketOf({ serverSeed, epochId: id, clientSeed, nonce, oddsHash: hash });
    return {
      nonce,
      clientSeed,
      clientSeedOrigin: 'player' as const,
      oddsHash: hash,
      ticket,
      itemId: itemOfTicket(parseOdds(text), ticket),
      caseId: text === OTHER_ODDS ? 8 : 7,
      at: '2026-11-20T10:00:00.000Z',
    };
  });
  const leaves = list.map((draw) => leafHash({ ...draw, epochId: id }));
  const day = {
    day: '2026-11-20',
    draws,
    root: draws > 0 ? treeOf(leaves) : '',
    previousRoot: null,
    treeRoot: null,
  };
  return {
    epoch: {
      id,
      chainNo: 1,
      idx: IDX,
      anchor,
      commitment,
      serverSeed,
      draws,
      createdAt: '2026-11-20T09:00:00.000Z',
      endedAt: '2026-11-20T11:00:00.000Z',
      endedBy: 'player',
    },
    draws: list,
    odds: [SAMPLE_ODDS, OTHER_ODDS].map((text) => {
      const [, caseId = 0, revision = 0] = text.split('\n').map(Number);
      const items = parseOdds(text).map(({ itemId }) => ({
        id: itemId,
        name: `Item ${itemId}`,
        imageName: 'coin',
        color: 'common' as const,
      }));
      return { caseId, caseName: `Case ${caseId}`, revision, text, items };
    }),
    proofs: [0, 3, draws - 1]
      .filter((nonce) => nonce >= 0 && nonce < draws && draws <= 64)
      .map((nonce) => ({ nonce, proof: { day, index: nonce, path: pathOf(nonce, leaves) } })),
  };
}

/** The seed notes of the player's browser about it. */
export function sampleSeedNotes({ epoch }: EpochFile): SeedNote[] {
  const record = { epochId: epoch.id, commitment: epoch.commitment, at: epoch.createdAt };
  return [
    { ...record, clientSeed: 'first_SEED-1', fromNonce: 0 },
    { ...record, clientSeed: 'second', fromNonce: 5 },
  ];
}
