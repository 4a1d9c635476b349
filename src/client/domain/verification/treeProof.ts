import { dayRoot, leafHash, nodeHash, type LeafInput } from '#/contract/fair.ts';
import type { DrawProof } from '#/contract/fairness.ts';

/**
 * Whether a draw is in the tree of its day (RFC 9162, 2.1.3.2), and the tree in the root that fixes the day. A day that is
 * not closed proves nothing.
 */
export function isInDay(draw: LeafInput, { day, index, path }: DrawProof): boolean {
  if (!day || index >= day.draws) return false;
  let at = index;
  let last = day.draws - 1;
  let hash = leafHash(draw);
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash);
      while (at !== 0 && at % 2 === 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  const { treeRoot } = day;
  const isFixed = treeRoot === null || dayRoot({ ...day, treeRoot }) === day.root;
  return last === 0 && hash === (treeRoot ?? day.root) && isFixed;
}

const half = (value: number): number => Math.floor(value / 2);
