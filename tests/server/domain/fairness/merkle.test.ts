import { describe, expect, test } from 'vitest';
import { isInDay } from '#/client/domain/verification/treeProof.ts';
import { dayRoot, leafHash, nodeHash } from '#/contract/fair.ts';
import type { FairDay } from '#/contract/fairness.ts';
import { PART_LEAVES } from '#/server/domain/fairness/dayDraws.ts';
import { leafOf, pathOf, rootOf } from '#/server/domain/fairness/merkle.ts';
import { leadsTo, leafAgain, treeHash } from '../../../prove/fair/verifier.ts';

const HASH = 'a'.repeat(64);
const drawAt = (nonce: number) => ({
  nonce,
  clientSeed: 'seed-of_mine',
  oddsHash: HASH,
  ticket: (nonce * 7919) % 1_000_000,
  itemId: 101,
});
const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, nonce) => leafOf({ epochId: 'e-1', ...drawAt(nonce) }));
const fromHex = (leaves: readonly string[]) => leaves.map((leaf) => Buffer.from(leaf, 'hex'));
const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100];

describe('PF1 the tree of a day', () => {
  test('has the leaves and nodes of the contract, and of a second implementation', () => {
    const draw = { epochId: 'e-1', ...drawAt(3) };
    expect(leafOf(draw)).toBe(leafHash(draw));
    expect(leafOf(draw)).toBe(leafAgain('e-1', draw).toString('hex'));
    const [one, two] = leavesOf(2) as [string, string];
    expect(rootOf([one, two])).toBe(nodeHash(one, two));
  });

  test.each(SIZES)('of %i leaves has the root that RFC 6962 defines', (count) => {
    const leaves = leavesOf(count);
    expect(rootOf(leaves)).toBe(treeHash(fromHex(leaves)).toString('hex'));
  });

  test.each(SIZES)('of %i leaves leads every leaf to its root, and no other leaf', (count) => {
    const leaves = leavesOf(count);
    const day = { day: '2026-01-15', draws: count, root: rootOf(leaves), previousRoot: null, treeRoot: null };
    for (const [index, leaf] of leaves.entries()) {
      const proof = { day, index, path: pathOf(leaves, index) };
      expect(leadsTo(Buffer.from(leaf, 'hex'), proof), `leaf ${index}`).toBe(true);
      expect(leadsTo(leafAgain('e-2', drawAt(index)), proof), `foreign leaf ${index}`).toBe(false);
    }
  });

  test.each([PART_LEAVES, PART_LEAVES + 1, 2 * PART_LEAVES, 3 * PART_LEAVES + 5])(
    'of %i leaves is that of its parts',
    (count) => {
      const leaves = leavesOf(count);
      const parts = Array.from({ length: Math.ceil(count / PART_LEAVES) }, (_, part) =>
        leaves.slice(part * PART_LEAVES, (part + 1) * PART_LEAVES),
      );
      const root = treeHash(fromHex(leaves)).toString('hex');
      const partRoots = parts.map(rootOf);
      expect(rootOf(partRoots)).toBe(root);
      for (const index of [0, PART_LEAVES - 1, count - 1]) {
        const part = Math.floor(index / PART_LEAVES);
        const path = [...pathOf(parts[part]!, index % PART_LEAVES), ...pathOf(partRoots, part)];
        const day = { day: '2026-01-15', draws: count, root, previousRoot: null, treeRoot: null };
        expect(leadsTo(Buffer.from(leaves[index]!, 'hex'), { day, index, path }), `leaf ${index}`).toBe(true);
      }
    },
  );

  test('is fixed by the root of the day together with the days before it; an older day by its own root', () => {
    const leaves = leavesOf(5);
    const tree = { day: '2026-01-15', draws: 5, previousRoot: HASH, treeRoot: rootOf(leaves) };
    const draw = { epochId: 'e-1', ...drawAt(3) };
    const isTaken = (day: FairDay) => {
      const proof = { day, index: 3, path: pathOf(leaves, 3) };
      expect(isInDay(draw, proof)).toBe(leadsTo(leafAgain('e-1', draw), proof));
      return isInDay(draw, proof);
    };
    const day = { ...tree, root: dayRoot(tree) };
    expect(isTaken(day)).toBe(true);
    expect(isTaken({ ...tree, treeRoot: null, root: tree.treeRoot })).toBe(true);
    const lies = [
      { previousRoot: null },
      { draws: 6 },
      { day: '2026-01-16' },
      { root: tree.treeRoot },
      { treeRoot: null },
    ];
    for (const lie of lies) expect([lie, isTaken({ ...day, ...lie })]).toEqual([lie, false]);
  });

  test('of no leaves there is none', () => {
    expect(() => rootOf([])).toThrow(RangeError);
  });
});
