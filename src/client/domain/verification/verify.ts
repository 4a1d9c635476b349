import {
  defaultClientSeed,
  epochIdOf,
  isDerivedId,
  itemOfTicket,
  oddsHash,
  oddsText,
  parseOdds,
  previousSeed,
  TICKETS,
  ticketOf,
} from '#/contract/fair.ts';
import type { Check, CheckId, CheckReason, CheckState } from './checks.ts';
import type { DrawEvidence, Evidence } from './evidence.ts';
import { isInDay } from './treeProof.ts';

export interface Verdict {
  /** All nine, in their order. */
  checks: readonly Check[];
  /** failed: something does not match; waiting: the seed is still secret; partly: some checks lacked data. */
  state: CheckState;
  drawsChecked: number;
  /** Nonces of the draws with a mismatch. */
  faultyNonces: readonly number[];
  /** Tickets computed from the seed, by nonce; empty while the seed is secret. */
  tickets: ReadonlyMap<number, number>;
}

type Table = { itemId: number; tickets: number }[];

/** Draws between two reports of progress. */
const REPORT_EVERY = 250;
/** If one of these is missing, the prize itself is not proved. */
const NEEDED: ReadonlySet<CheckId> = new Set<CheckId>(['commitment', 'odds', 'ticket', 'item', 'id']);

/** Runs the nine checks of PF1. Yields how many draws are done. Takes any evidence and never throws. */
export function* verify(evidence: Evidence): Generator<number, Verdict> {
  const { epoch, draws } = evidence;
  const { tables, broken } = readTables(evidence);
  const tickets = new Map<number, number>();
  const faults = { ticket: new Set<number>(), item: new Set<number>(), odds: new Set<number>() };
  const counts = { ticket: 0, item: 0 };
  for (const [at, draw] of draws.entries()) {
    if (at % REPORT_EVERY === 0) yield at;
    const drawn = epoch.serverSeed === null ? null : ticketOf(inputOf(epoch.serverSeed, epoch.id, draw));
    if (drawn !== null) tickets.set(draw.nonce, drawn);
    if (drawn !== null && draw.ticket !== null) {
      counts.ticket += 1;
      if (drawn !== draw.ticket) faults.ticket.add(draw.nonce);
    }
    const table = tables.get(draw.oddsHash);
    if (!table) faults.odds.add(draw.nonce);
    const ticket = draw.ticket ?? drawn;
    if (table && ticket !== null && draw.itemId !== null) {
      counts.item += 1;
      if (ownerOf(table, ticket) !== draw.itemId) faults.item.add(draw.nonce);
    }
  }
  yield draws.length;

  const checks = [
    checkCommitment(evidence),
    checkChain(evidence),
    checkOdds(tables, broken, faults.odds),
    checkTickets(evidence, counts.ticket, faults.ticket),
    checkItems(counts.item, faults.item),
    checkNonces(evidence),
    checkClientSeeds(evidence),
    checkDays(evidence),
    checkId(evidence),
  ];
  const seedFaults = checks.flatMap(({ state, id, nonce }) =>
    state === 'failed' && nonce !== undefined && (id === 'clientSeed' || id === 'day') ? [nonce] : [],
  );
  const faulty = new Set([...faults.ticket, ...faults.item, ...faults.odds, ...seedFaults]);
  return {
    checks,
    state: stateOf(checks),
    drawsChecked: draws.length,
    faultyNonces: [...faulty].toSorted((a, b) => a - b),
    tickets,
  };
}

function stateOf(checks: readonly Check[]): CheckState {
  const has = (state: CheckState) => checks.some((check) => check.state === state);
  if (has('failed')) return 'failed';
  if (checks.some(({ reason }) => reason === 'ticket.live')) return 'waiting';
  return checks.some(({ id, state }) => NEEDED.has(id) && state !== 'passed') ? 'unknown' : 'passed';
}

const inputOf = (
  serverSeed: string,
  epochId: string,
  { clientSeed, nonce, oddsHash: hash }: DrawEvidence,
) => ({
  serverSeed,
  epochId,
  clientSeed,
  nonce,
  oddsHash: hash,
});

/** Tables by the hash of their text, without invalid ones. */
function readTables({ odds }: Evidence) {
  const tables = new Map<string, Table>();
  let broken = 0;
  for (const { text } of odds) {
    if (isCanonical(text)) tables.set(oddsHash(text), parseOdds(text));
    else broken += 1;
  }
  return { tables, broken };
}

/** Whether the text is written as the rule says and its tickets sum to a million. */
export function isCanonical(text: string): boolean {
  const [, caseId, revision] = text.split('\n').map(Number);
  const rows = parseOdds(text).map(({ itemId, tickets }, sortOrder) => ({ itemId, tickets, sortOrder }));
  try {
    return oddsText(caseId ?? 0, revision ?? 0, rows) === text;
  } catch {
    return false;
  }
}

function ownerOf(table: Table, ticket: number): number | null {
  return Number.isInteger(ticket) && ticket >= 0 && ticket < TICKETS ? itemOfTicket(table, ticket) : null;
}

type Values = Partial<Pick<Check, 'count' | 'total' | 'nonce'>>;

function check(state: CheckState, reason: CheckReason, values: Values = {}): Check {
  return { id: reason.split('.')[0] as CheckId, state, reason, ...values };
}

/** Names the first one of many. */
const firstOf = (nonces: ReadonlySet<number>): number => Math.min(...nonces);

function checkCommitment({ epoch: { serverSeed, commitment, isLive }, seedNotes }: Evidence): Check {
  if (commitment !== null && seedNotes.some((note) => note.commitment !== commitment))
    return check('failed', 'commitment.recordDiffers');
  if (serverSeed === null) return check('waiting', isLive ? 'commitment.live' : 'commitment.noSeed');
  if (commitment === null) return check('unknown', 'commitment.notGiven');
  return previousSeed(serverSeed) === commitment
    ? check('passed', seedNotes.length > 0 ? 'commitment.passedOwn' : 'commitment.passed')
    : check('failed', 'commitment.differs');
}

function checkChain({ epoch: { serverSeed, commitment, idx, anchor } }: Evidence): Check {
  const seed = serverSeed ?? commitment;
  if (seed === null || idx === null || anchor === null) return check('unknown', 'chain.notGiven');
  // the commitment is one link nearer to the anchor than the seed
  const links = serverSeed === null ? idx - 1 : idx;
  if (links < 0 || links > LONGEST_CHAIN) return check('failed', 'chain.differs');
  let link = seed;
  for (let at = 0; at < links; at++) link = previousSeed(link);
  return link === anchor
    ? check('passed', 'chain.passed', { count: links })
    : check('failed', 'chain.differs');
}

/** The site's chains are never longer. A longer claim would only keep the browser busy. */
const LONGEST_CHAIN = 100_000;

function checkOdds(tables: Map<string, Table>, broken: number, missing: ReadonlySet<number>): Check {
  if (broken > 0) return check('failed', 'odds.broken', { count: broken });
  if (tables.size === 0 && missing.size === 0) return check('unknown', 'odds.notGiven');
  if (missing.size > 0)
    return check('failed', 'odds.missing', { count: missing.size, nonce: firstOf(missing) });
  return check('passed', 'odds.passed', { count: tables.size });
}

function checkTickets({ epoch, draws }: Evidence, count: number, faults: ReadonlySet<number>): Check {
  if (epoch.serverSeed === null) return check('waiting', 'ticket.live');
  if (faults.size > 0)
    return check('failed', 'ticket.differs', { count: faults.size, nonce: firstOf(faults) });
  if (count === 0) return check('unknown', draws.length === 0 ? 'ticket.none' : 'ticket.notGiven');
  return check('passed', 'ticket.passed', { count });
}

function checkItems(count: number, faults: ReadonlySet<number>): Check {
  if (faults.size > 0) return check('failed', 'item.differs', { count: faults.size, nonce: firstOf(faults) });
  return count === 0 ? check('unknown', 'item.notGiven') : check('passed', 'item.passed', { count });
}

function checkNonces({ epoch, draws }: Evidence): Check {
  if (epoch.isCutShort) return check('failed', 'nonces.cutShort');
  if (epoch.draws === null) return check('unknown', 'nonces.notGiven');
  const nonces = draws.map(({ nonce }) => nonce).toSorted((a, b) => a - b);
  const gap = nonces.findIndex((nonce, at) => nonce !== at);
  if (gap >= 0) return check('failed', 'nonces.gap', { nonce: gap });
  // a live epoch may get draws while it is read
  const isWhole = epoch.isLive ? nonces.length >= epoch.draws : nonces.length === epoch.draws;
  return isWhole
    ? check('passed', 'nonces.passed', { count: nonces.length })
    : check('failed', 'nonces.short', { count: nonces.length, total: epoch.draws });
}

function checkClientSeeds({ epoch, draws, seedNotes }: Evidence): Check {
  const byServer = draws.filter(({ clientSeedOrigin }) => clientSeedOrigin === 'server');
  const chosen = byServer.find(({ clientSeed }) => clientSeed !== defaultClientSeed(epoch.id));
  // ids of older epochs were chosen at random by the server
  if (chosen && isDerivedId(epoch.id))
    return check('failed', 'clientSeed.notDerived', { nonce: chosen.nonce });
  let compared = 0;
  for (const { nonce, clientSeed } of draws) {
    const note = seedNotes.findLast(({ fromNonce }) => fromNonce <= nonce);
    if (!note) continue;
    if (note.clientSeed !== clientSeed) return check('failed', 'clientSeed.differs', { nonce });
    compared += 1;
  }
  if (byServer.length > 0)
    return check('unknown', 'clientSeed.byServer', { count: byServer.length, total: draws.length });
  if (compared === 0) return check('unknown', 'clientSeed.noRecord');
  return compared === draws.length
    ? check('passed', 'clientSeed.passed', { count: compared })
    : check('passed', 'clientSeed.partly', { count: compared, total: draws.length });
}

function checkDays({ epoch, draws, proofs }: Evidence): Check {
  let proved = 0;
  let later = 0;
  let open = 0;
  for (const { nonce, proof } of proofs) {
    const draw = draws.find((one) => one.nonce === nonce);
    if (!draw || draw.ticket === null || draw.itemId === null) continue;
    if (proof.day === null) open += 1;
    else if (
      isInDay({ ...draw, epochId: epoch.id, ticket: draw.ticket, itemId: draw.itemId }, proof) &&
      proof.day.day >= (draw.day ?? proof.day.day)
    ) {
      proved += 1;
      if (draw.day !== null && proof.day.day > draw.day) later += 1;
    } else return check('failed', 'day.differs', { nonce });
  }
  if (later > 0) return check('passed', 'day.passedLater', { count: proved, total: later });
  if (proved > 0) return check('passed', 'day.passed', { count: proved, total: draws.length });
  return open > 0 ? check('waiting', 'day.open') : check('unknown', 'day.notGiven');
}

function checkId({ epoch: { id, serverSeed, isLive } }: Evidence): Check {
  if (!isDerivedId(id)) return check('unknown', 'id.older');
  if (serverSeed === null) return isLive ? check('waiting', 'id.live') : check('unknown', 'id.notGiven');
  return epochIdOf(serverSeed) === id ? check('passed', 'id.passed') : check('failed', 'id.differs');
}
