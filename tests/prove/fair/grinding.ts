import { randomBytes } from 'node:crypto';
import {
  type Ask,
  drawsOf,
  faultsOfEpoch,
  type Note,
  type PublicDraw,
  type PublicEpoch,
  type PublicOdds,
  rangesOf,
  seedOfNobody,
  ticketAgain,
} from './verifier.ts';

/*
 * A server that knows both seeds and tries values of its own until the prizes suit it. Everything it tells is
 * consistent: the player is told the same draws, and each ticket follows from its message. Only a rule that
 * leaves it no choice reveals it.
 */

const TRIES = 200;

type Choice = Pick<PublicEpoch, 'id'> & Pick<PublicDraw, 'clientSeed'>;

const choiceOf = (id: string): Choice => ({ id, clientSeed: seedOfNobody(id) });

/** The frauds that such a server may try, each with the one check that finds it. */
const GRINDINGS: Record<string, { check: string; tryNext: (honest: Choice) => Choice }> = {
  'an epoch id chosen late': {
    check: '9',
    tryNext: () => choiceOf(`e2-${randomBytes(10).toString('hex')}`),
  },
  'an epoch id of the older kind chosen late': {
    check: '9',
    tryNext: () => choiceOf(`e-${randomBytes(10).toString('hex')}`),
  },
  'a client seed chosen for a player who gave none': {
    check: '7',
    tryNext: ({ id }) => ({ id, clientSeed: randomBytes(16).toString('base64url') }),
  },
};

/**
 * Lets each such server tell the honest epoch of a player who gave no seed, and verifies what it tells.
 * @returns the servers that were believed, or accused of something else
 */
export async function believedGrindings(
  ask: Ask,
  epochId: string,
  notes: readonly Note[],
): Promise<string[]> {
  const epoch = (await ask(`/api/v1/fair/epochs/${epochId}`)) as PublicEpoch;
  const draws = await drawsOf(ask, epochId);
  const odds = new Map<string, PublicOdds>();
  for (const { oddsHash } of draws)
    odds.set(oddsHash, (await ask(`/api/v1/fair/odds/${oddsHash}`)) as PublicOdds);
  const honest = { id: epochId, clientSeed: draws[0]!.clientSeed };
  const believed: string[] = [];
  for (const [name, { check, tryNext }] of Object.entries(GRINDINGS)) {
    const tries = Array.from({ length: TRIES }, () => tryNext(honest));
    const scored = tries.map((choice) => ({ choice, sum: firstTickets(epoch, draws, choice) }));
    const { choice } = scored.toSorted((a, b) => a.sum - b.sum)[0]!;
    const told = draws.map((draw) => drawnWith(epoch, odds, draw, choice));
    const faults = await faultsOfEpoch(
      tellingAsk(ask, { ...epoch, id: choice.id }, told),
      choice.id,
      notes.map((note) => ({ ...note, ...noteOf(choice, told[note.nonce]!) })),
      () => false,
    );
    const isFound = faults.length > 0 && faults.every((fault) => fault.startsWith(check));
    if (!isFound) believed.push(`${name}: ${faults[0] ?? 'no fault'}`);
  }
  return believed;
}

export const GRINDINGS_TRIED = Object.keys(GRINDINGS).length;

/** The number that the server wants small: the rarest prizes have the greatest tickets. */
function firstTickets({ serverSeed }: PublicEpoch, draws: readonly PublicDraw[], choice: Choice): number {
  return draws.slice(0, 3).reduce((sum, draw) => sum + ticketOf(serverSeed, draw, choice), 0);
}

const ticketOf = (serverSeed: string | null, draw: PublicDraw, { id, clientSeed }: Choice) =>
  ticketAgain(serverSeed ?? '', { ...draw, epochId: id, clientSeed });

const noteOf = ({ id: epochId, clientSeed }: Choice, { ticket }: PublicDraw) => ({
  epochId,
  clientSeed,
  ticket,
});

function drawnWith(
  { serverSeed }: PublicEpoch,
  odds: ReadonlyMap<string, PublicOdds>,
  draw: PublicDraw,
  choice: Choice,
): PublicDraw {
  const ticket = ticketOf(serverSeed, draw, choice);
  const ranges = rangesOf(odds.get(draw.oddsHash)!.text);
  if (typeof ranges === 'string') throw new Error(ranges);
  const { item } = ranges.find(({ first, last }) => first <= ticket && ticket <= last)!;
  return { ...draw, clientSeed: choice.clientSeed, ticket, itemId: item };
}

/** Tells this epoch, and the truth otherwise. */
function tellingAsk(ask: Ask, epoch: PublicEpoch, draws: readonly PublicDraw[]): Ask {
  return (path) => {
    if (path === `/api/v1/fair/epochs/${epoch.id}`) return Promise.resolve(epoch);
    if (path.startsWith('/api/v1/fair/draws?')) return Promise.resolve({ draws, nextFrom: null });
    return ask(path);
  };
}
