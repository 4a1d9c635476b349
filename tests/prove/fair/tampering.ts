import type { Ask, PublicDay, PublicDraw, PublicEpoch, PublicOdds, PublicProof } from './verifier.ts';

/** A lie that the site might tell, and the check that finds it. */
export interface Tampering {
  check: string;
  /** The answers that contain it. */
  path: RegExp;
  change: (answer: never) => void;
}

const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
const inDraws = (change: (draws: PublicDraw[]) => void) => ({
  path: /\/draws\?/,
  change: (answer: { draws: PublicDraw[] }) => change(answer.draws),
});
const inEpoch = (change: (epoch: PublicEpoch) => void) => ({ path: /\/epochs\//, change });
const inProof = (change: (proof: PublicProof, day: PublicDay) => void) => ({
  path: /\/proof\?/,
  change: (proof: PublicProof) => proof.day && change(proof, proof.day),
});

export const TAMPERINGS: Record<string, Tampering> = {
  'a flipped ticket': { check: '4', ...inDraws(([draw]) => (draw!.ticket ^= 1)) },
  'another prize': { check: '5', ...inDraws(([draw]) => (draw!.itemId += draw!.itemId % 100 ? -1 : 1)) },
  'another client seed': { check: '4', ...inDraws(([draw]) => (draw!.clientSeed += 'x')) },
  'a missing nonce': { check: '6', ...inDraws((draws) => draws.splice(1, 1)) },
  'a draw twice': { check: '6', ...inDraws((draws) => draws.splice(1, 1, draws[0]!)) },
  'the last draw left out': {
    check: '6',
    path: /\/(draws\?|epochs\/)/,
    change: (answer: { draws: PublicDraw[] | number }) => {
      if (typeof answer.draws === 'number') answer.draws -= 1;
      else answer.draws.pop();
    },
  },
  'another server seed': {
    check: '1',
    ...inEpoch((epoch) => (epoch.serverSeed = flip(epoch.serverSeed ?? ''))),
  },
  'another commitment': { check: '1', ...inEpoch((epoch) => (epoch.commitment = flip(epoch.commitment))) },
  'another anchor': { check: '2', ...inEpoch((epoch) => (epoch.anchor = flip(epoch.anchor))) },
  'another place in the chain': { check: '2', ...inEpoch((epoch) => (epoch.idx += 1)) },
  'another id': { check: '9', ...inEpoch((epoch) => (epoch.id = `e2-${epoch.anchor.slice(0, 20)}`)) },
  'an id of the older kind': { check: '9', ...inEpoch((epoch) => (epoch.id = epoch.id.replace('2', ''))) },
  'an epoch that the server ended early': { check: '6', ...inEpoch((epoch) => (epoch.endedBy = 'server')) },
  'an end that nobody made': { check: '6', ...inEpoch((epoch) => (epoch.endedBy = null)) },
  'a seed of the player said to be nobody’s': {
    check: '7',
    ...inDraws((draws) =>
      draws.forEach((draw) => Object.assign(draw, { clientSeedOrigin: 'server', clientSeed: 'chosen' })),
    ),
  },
  'better odds': {
    check: '3',
    path: /\/odds\//,
    change: (odds: PublicOdds) =>
      (odds.text = odds.text.replace(':9999\n', ':10000\n').replace(/:1\n$/, ':0\n')),
  },
  'odds of another order': {
    check: '3',
    path: /\/odds\//,
    change: (odds: PublicOdds) => {
      const [kind, id, revision, one, two, ...rest] = odds.text.split('\n');
      odds.text = [kind, id, revision, two, one, ...rest].join('\n');
    },
  },
  'a changed leaf beside it': { check: '8', ...inProof(({ path }) => (path[0] = flip(path[0]!))) },
  'a changed leaf far away': { check: '8', ...inProof(({ path }) => path.push(flip(path.pop()!))) },
  'another day root': { check: '8', ...inProof((_, day) => (day.root = flip(day.root))) },
  'another tree of the day': {
    check: '8',
    ...inProof((_, day) => (day.treeRoot = flip(day.treeRoot ?? ''))),
  },
  'another day before it': {
    check: '8',
    ...inProof((_, day) => (day.previousRoot = day.previousRoot === null ? '0'.repeat(64) : null)),
  },
  'a day that fixes itself alone': {
    check: '8',
    ...inProof((_, day) => Object.assign(day, { root: flip(day.treeRoot ?? ''), treeRoot: null })),
  },
  'another place in the day': { check: '8', ...inProof((proof) => (proof.index ^= 1)) },
  'a smaller day': { check: '8', ...inProof((_, day) => (day.draws = 1)) },
};

/** Requests that return one lie, and the truth otherwise. */
export function lyingAsk(ask: Ask, { path, change }: Tampering): Ask {
  return async (asked) => {
    const answer = await ask(asked);
    if (path.test(asked)) change(answer as never);
    return answer;
  };
}
