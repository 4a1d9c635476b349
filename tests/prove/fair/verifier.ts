import { createHash, createHmac } from 'node:crypto';

/*
 * PF1 written a second time, from its description alone, without a line of the site. It knows only what anybody
 * may ask the site for, and what a player noted during the game.
 */

/** Answers the JSON of a public call. */
export type Ask = (path: string) => Promise<unknown>;

/** The answer to an opening, as its player got it. */
export interface Note {
  epochId: string;
  commitment: string;
  clientSeed: string;
  nonce: number;
  oddsHash: string;
  ticket: number;
}

export interface PublicEpoch {
  id: string;
  chainNo: number;
  idx: number;
  anchor: string;
  commitment: string;
  serverSeed: string | null;
  draws: number;
  createdAt: string;
  endedAt: string | null;
  endedBy: 'player' | 'server' | null;
}

export interface PublicDraw {
  nonce: number;
  clientSeed: string;
  clientSeedOrigin: 'player' | 'server';
  oddsHash: string;
  ticket: number;
  itemId: number;
  caseId: number;
  at: string;
}

export interface PublicOdds {
  text: string;
  items: { id: number }[];
}

export interface PublicDay {
  day: string;
  draws: number;
  root: string;
  previousRoot: string | null;
  treeRoot: string | null;
}

export interface PublicProof {
  day: PublicDay | null;
  index: number;
  path: string[];
}

const MILLION = 1_000_000;
const DAY_MS = 86_400_000;
/** The greatest multiple of a million that 32 bits hold. */
const FAIR_WORDS = 4_294_000_000;

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
export const sha256Hex = (text: string): string => sha256(text).toString('hex');

/** The id that an epoch with this seed must have, unless it is of the older kind, whose id was random. */
export const idAgain = (serverSeed: string): string => `e2-${sha256Hex(`EPOCH2|${serverSeed}`).slice(0, 20)}`;
/** The client seed of a player who gave none. */
export const seedOfNobody = (epochId: string): string => sha256Hex(`SEED2|${epochId}`).slice(0, 22);

export function ticketAgain(
  serverSeed: string,
  { epochId, clientSeed, nonce, oddsHash }: Pick<Note, 'epochId' | 'clientSeed' | 'nonce' | 'oddsHash'>,
): number {
  let round = 0;
  for (;;) {
    const text = `PF1|${epochId}|${clientSeed}|${nonce}|${oddsHash}|${round}`;
    const digest = createHmac('sha256', serverSeed).update(text).digest();
    for (const offset of [0, 4, 8, 12, 16, 20, 24, 28]) {
      const word = digest.readUInt32BE(offset);
      if (word < FAIR_WORDS) return word % MILLION;
    }
    round += 1;
  }
}

interface Range {
  item: number;
  first: number;
  last: number;
}

/** The ranges of tickets of an odds table, or what is wrong with its text. */
export function rangesOf(text: string): Range[] | string {
  const [kind, caseId, revision, ...rows] = text.split('\n');
  if (kind !== 'ODDS1' || !/^\d+$/.test(caseId ?? '') || !/^\d+$/.test(revision ?? '')) return 'no odds';
  if (rows.pop() !== '') return 'no line end';
  const ranges: Range[] = [];
  let next = 0;
  for (const row of rows) {
    const match = /^([1-9]\d*):([1-9]\d*)$/.exec(row);
    if (!match) return `no row: ${row}`;
    const tickets = Number(match[2]);
    ranges.push({ item: Number(match[1]), first: next, last: next + tickets - 1 });
    next += tickets;
  }
  return next === MILLION ? ranges : `${next} tickets`;
}

export const leafAgain = (epochId: string, draw: Omit<PublicDraw, 'caseId' | 'at' | 'clientSeedOrigin'>) =>
  sha256(
    Buffer.of(0),
    `DRAW1|${epochId}|${draw.nonce}|${draw.clientSeed}|${draw.oddsHash}|${draw.ticket}|${draw.itemId}`,
  );
const parent = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right);

/** RFC 9162, 2.1.3.2: whether a path leads from a leaf to the root of a tree of so many leaves. */
export function leadsTo(leaf: Buffer, { index, path, day }: PublicProof): boolean {
  if (!day || index < 0 || index >= day.draws) return false;
  let [node, place, last] = [leaf, index, day.draws - 1];
  for (const hex of path) {
    if (last === 0) return false;
    const other = Buffer.from(hex, 'hex');
    if (place % 2 === 1 || place === last) {
      node = parent(other, node);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else node = parent(node, other);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 && node.toString('hex') === (day.treeRoot ?? day.root) && isChained(day);
}

/** A day of the first kind has no tree root of its own: its root is that, and fixes nothing but the day. */
const isChained = ({ day, draws, previousRoot, treeRoot, root }: PublicDay) =>
  treeRoot === null || sha256Hex(['DAY1', day, draws, previousRoot ?? '', treeRoot].join('|')) === root;

/** Computes the root as RFC 6962, 2.1 defines it, from the top down. */
export function treeHash(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (leaves.length === 1 && only) return only;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return parent(treeHash(leaves.slice(0, half)), treeHash(leaves.slice(half)));
}

/** Reads all draws of an epoch, page after page. */
export async function drawsOf(ask: Ask, epochId: string): Promise<PublicDraw[]> {
  const all: PublicDraw[] = [];
  for (let from: number | null = 0; from !== null;) {
    const page = (await ask(`/api/v1/fair/draws?epoch=${epochId}&from=${from}`)) as {
      draws: PublicDraw[];
      nextFrom: number | null;
    };
    all.push(...page.draws);
    from = page.nextFrom;
  }
  return all;
}

/**
 * Checks all of PF1 on an epoch that has ended. Of check 7, about what a browser noted, it checks only that the server
 * chose no seed.
 * @param notes of the player
 * @param isProved of which draws the place in their day is asked for
 * @returns what is wrong, each beginning with the number of its check
 */
export async function faultsOfEpoch(
  ask: Ask,
  epochId: string,
  notes: readonly Note[],
  isProved: (nonce: number) => boolean = () => true,
): Promise<string[]> {
  const epoch = (await ask(`/api/v1/fair/epochs/${epochId}`)) as PublicEpoch;
  if (epoch.id !== epochId) return [`9 ${epoch.id} is told instead of ${epochId}`];
  const { serverSeed } = epoch;
  if (serverSeed === null) return [`1 the seed of ${epochId} is not told`];
  const faults = [...faultsOfSeed(epoch, serverSeed, notes), ...(await faultsOfEnd(ask, epoch))];
  const draws = await drawsOf(ask, epochId);
  faults.push(...faultsOfNonces(epoch, draws), ...faultsOfNotes(draws, notes));
  for (const hash of new Set(draws.map(({ oddsHash }) => oddsHash))) {
    const { text, items } = (await ask(`/api/v1/fair/odds/${hash}`)) as PublicOdds;
    const ranges = rangesOf(text);
    if (sha256Hex(text) !== hash) faults.push(`3 the odds ${hash} have another hash`);
    if (typeof ranges === 'string') faults.push(`3 the odds ${hash}: ${ranges}`);
    else {
      if (ranges.map(({ item }) => item).join() !== items.map(({ id }) => id).join())
        faults.push(`3 the odds ${hash} name other items`);
      for (const draw of draws.filter(({ oddsHash }) => oddsHash === hash))
        faults.push(...faultsOfDraw(serverSeed, epochId, draw, ranges));
    }
  }
  for (const draw of draws.filter(({ nonce }) => isProved(nonce))) {
    const proof = (await ask(`/api/v1/fair/proof?epoch=${epochId}&nonce=${draw.nonce}`)) as PublicProof;
    // a draw that is committed after its own day was closed belongs to the next one
    const isEarlier = (proof.day?.day ?? '') < draw.at.slice(0, 10);
    if (isEarlier || !leadsTo(leafAgain(epochId, draw), proof))
      faults.push(`8 draw ${draw.nonce} of ${epochId} is not in its day`);
  }
  return faults;
}

function faultsOfSeed(
  { id, idx, anchor, commitment }: PublicEpoch,
  serverSeed: string,
  notes: readonly Note[],
): string[] {
  const faults: string[] = [];
  if (sha256Hex(serverSeed) !== commitment) faults.push(`1 the seed of ${id} is not the one committed to`);
  if (notes.some((note) => note.commitment !== commitment))
    faults.push(`1 ${id} had another commitment when it was played`);
  let walked = serverSeed;
  for (let step = 0; step < idx; step++) walked = sha256Hex(walked);
  if (walked !== anchor) faults.push(`2 the seed of ${id} does not lead to the anchor`);
  if (!id.startsWith('e2-')) faults.push(`9 ${id} is of the older kind: its id was random`);
  else if (id !== idAgain(serverSeed)) faults.push(`9 the id ${id} does not follow from its seed`);
  return faults;
}

/**
 * The server ends an epoch only at its end. Another end would skip to the next seed, so the epoch before is looked at
 * too.
 */
async function faultsOfEnd(ask: Ask, epoch: PublicEpoch): Promise<string[]> {
  const ended = [epoch];
  if (epoch.idx > 1) {
    // the commitment is the seed before
    const before = await ask(`/api/v1/fair/epochs/${idAgain(epoch.commitment)}`).catch(() => null);
    if (!before) return [`6 the epoch before ${epoch.id} is kept back, or is of the older kind`];
    ended.push(before as PublicEpoch);
  }
  return ended.filter(isCutShort).map(({ id }) => `6 the server ended ${id} before its end`);
}

function isCutShort({ draws, createdAt, endedAt, endedBy }: PublicEpoch): boolean {
  const days = (Date.parse(endedAt ?? '') - Date.parse(createdAt)) / DAY_MS;
  return endedBy !== 'player' && draws <= 9900 && !(days >= 89);
}

function faultsOfNonces({ id, draws: count }: PublicEpoch, draws: readonly PublicDraw[]): string[] {
  const isComplete = draws.length === count && draws.every(({ nonce }, place) => nonce === place);
  return isComplete ? [] : [`6 the nonces of ${id} are not 0 to ${count - 1}`];
}

function faultsOfNotes(draws: readonly PublicDraw[], notes: readonly Note[]): string[] {
  const byNonce = new Map(draws.map((draw) => [draw.nonce, draw]));
  return notes.flatMap(({ nonce, clientSeed, oddsHash, ticket }) => {
    const draw = byNonce.get(nonce);
    const isSame = draw?.clientSeed === clientSeed && draw.oddsHash === oddsHash && draw.ticket === ticket;
    return isSame ? [] : [`6 draw ${nonce} is not what its player was told`];
  });
}

function faultsOfDraw(
  serverSeed: string,
  epochId: string,
  draw: PublicDraw,
  ranges: readonly Range[],
): string[] {
  const faults: string[] = [];
  if (draw.clientSeedOrigin === 'server' && draw.clientSeed !== seedOfNobody(epochId))
    faults.push(`7 the server chose the client seed of draw ${draw.nonce} of ${epochId}`);
  const ticket = ticketAgain(serverSeed, { epochId, ...draw });
  if (ticket !== draw.ticket) faults.push(`4 draw ${draw.nonce} of ${epochId} has ticket ${ticket}`);
  const owner = ranges.find(({ first, last }) => first <= draw.ticket && draw.ticket <= last)?.item;
  if (owner !== draw.itemId) faults.push(`5 draw ${draw.nonce} of ${epochId} wins item ${owner}`);
  return faults;
}

/** Whether every closed day fixes the one before it. @returns what is wrong */
export async function faultsOfDays(ask: Ask): Promise<string[]> {
  const { days } = (await ask('/api/v1/fair/days')) as { days: PublicDay[] };
  const faults: string[] = [];
  for (const [place, one] of days.entries()) {
    const before = days[place + 1];
    if (one.previousRoot !== (before?.root ?? null))
      faults.push(`8 ${one.day} does not follow the day before it`);
    const isFirstKindAgain = one.treeRoot === null && before !== undefined && before.treeRoot !== null;
    if (!isChained(one) || isFirstKindAgain)
      faults.push(`8 the root of ${one.day} is not that of what it fixes`);
  }
  return faults;
}
