import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The fair draw (PF1): anyone who knows these values computes the same prize.
 * The server uses it to draw, the browser to verify.
 */

/** Tickets of every odds table; one ticket is 0.0001 %. */
export const TICKETS = 1_000_000;
/** Words from this value on are rejected, because they would favour low tickets. */
const WORD_LIMIT = Math.floor(2 ** 32 / TICKETS) * TICKETS;

export interface OddsRow {
  itemId: number;
  sortOrder: number;
  tickets: number;
}

const hexOfText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/**
 * Writes an odds table as canonical text, with rows ordered by (sortOrder, itemId).
 * @throws RangeError unless every row has a ticket and all sum to exactly a million
 */
export function oddsText(caseId: number, revision: number, rows: readonly OddsRow[]): string {
  const ordered = rows.toSorted((a, b) => a.sortOrder - b.sortOrder || a.itemId - b.itemId);
  const sum = ordered.reduce((total, row) => total + row.tickets, 0);
  if (sum !== TICKETS || ordered.some((row) => !Number.isInteger(row.tickets) || row.tickets < 1))
    throw new RangeError(`tickets of case ${caseId} sum to ${sum}, not ${TICKETS}`);
  return ['ODDS1', caseId, revision, ...ordered.map((row) => `${row.itemId}:${row.tickets}`), ''].join('\n');
}

/** Hash of an odds table, which identifies it: 64 hex characters. */
export function oddsHash(text: string): string {
  return hexOfText(text);
}

/** Reads the rows of a canonical text, in the order of the ticket ranges. */
export function parseOdds(text: string): { itemId: number; tickets: number }[] {
  const [, , , ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [itemId, tickets] = line.split(':').map(Number) as [number, number];
    return { itemId, tickets };
  });
}

/** Finds the item whose range includes the ticket (0 to 999,999). */
export function itemOfTicket(rows: readonly { itemId: number; tickets: number }[], ticket: number): number {
  let upTo = 0;
  for (const { itemId, tickets } of rows) {
    upTo += tickets;
    if (ticket < upTo) return itemId;
  }
  throw new RangeError(`no item owns ticket ${ticket}`);
}

/** Computes the seed before this one in the chain, which is also the public commitment of this one. */
export function previousSeed(seed: string): string {
  return hexOfText(seed);
}

/** Prefix of ids that follow from the server seed. Ids of older epochs are random and begin with `e-`. */
const DERIVED_ID = 'e2-';

/** Whether an epoch's id claims to follow from its server seed. */
export function isDerivedId(epochId: string): boolean {
  return epochId.startsWith(DERIVED_ID);
}

/**
 * Computes the id of an epoch. The id is part of the hashed message, so it must follow from the server seed, which the
 * anchor fixes. If the server could choose it later, it could choose among draws.
 */
export function epochIdOf(serverSeed: string): string {
  return DERIVED_ID + hexOfText(`EPOCH2|${serverSeed}`).slice(0, 20);
}

/**
 * The client seed of an epoch whose player chose none: 22 characters that follow from the id, so that nobody chooses
 * them.
 */
export function defaultClientSeed(epochId: string): string {
  return hexOfText(`SEED2|${epochId}`).slice(0, 22);
}

/** An epoch ends after this many draws or days. */
export const EPOCH_MAX_DRAWS = 10_000;
export const EPOCH_MAX_AGE_MS = 90 * 24 * 3600 * 1000;
/** Number of draws of the largest opening. An epoch without room for it may end. */
const MAX_OPENING = 100;
/** Tolerance between clocks. */
const AGE_TOLERANCE_MS = 24 * 3600 * 1000;

/** Whether an epoch had reached its end. A server that ends one earlier chooses the seed of the next draw. */
export function hasReachedEnd(epoch: { draws: number; createdAt: string; endedAt: string }): boolean {
  const ageMs = Date.parse(epoch.endedAt) - Date.parse(epoch.createdAt);
  return epoch.draws + MAX_OPENING > EPOCH_MAX_DRAWS || ageMs >= EPOCH_MAX_AGE_MS - AGE_TOLERANCE_MS;
}

export interface DrawInput {
  /** 64 hex characters; secret while the epoch is live. */
  serverSeed: string;
  epochId: string;
  clientSeed: string;
  /** Counts the draws of the epoch from 0 without a gap. */
  nonce: number;
  oddsHash: string;
}

/** The number of a draw in its epoch as people read it, from 1. The proof counts from 0 (`nonce`). */
export const drawNo = (nonce: number): number => nonce + 1;
/** The nonce of a draw with this number. */
export const nonceOf = (no: number): number => no - 1;

/** Computes the ticket of a draw, 0 to 999,999; all values are equally likely. */
export function ticketOf(draw: DrawInput): number {
  const key = utf8ToBytes(draw.serverSeed);
  for (let counter = 0; ; counter++) {
    const message = ['PF1', draw.epochId, draw.clientSeed, draw.nonce, draw.oddsHash, counter].join('|');
    const digest = hmac(sha256, key, utf8ToBytes(message));
    const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < digest.byteLength; at += 4) {
      const word = words.getUint32(at);
      if (word < WORD_LIMIT) return word % TICKETS;
    }
  }
}

/** The data of a draw that are in the tree of its day. */
export interface LeafInput {
  epochId: string;
  nonce: number;
  clientSeed: string;
  oddsHash: string;
  ticket: number;
  itemId: number;
}

/** The text of a leaf of the day's Merkle tree. */
export function leafText(draw: LeafInput): string {
  const { epochId, nonce, clientSeed, oddsHash: odds, ticket, itemId } = draw;
  return ['DRAW1', epochId, nonce, clientSeed, odds, ticket, itemId].join('|');
}

/** Hash of a leaf of the day's Merkle tree (RFC 6962: a leaf is marked with 0): 64 hex characters. */
export function leafHash(draw: LeafInput): string {
  return bytesToHex(sha256(concatBytes(Uint8Array.of(0), utf8ToBytes(leafText(draw)))));
}

/** Hash of two children (RFC 6962: an inner node is marked with 1): 64 hex characters. */
export function nodeHash(left: string, right: string): string {
  return bytesToHex(sha256(concatBytes(Uint8Array.of(1), hexToBytes(left), hexToBytes(right))));
}

/**
 * Computes the root of a day, which covers its draws by the root of their tree, and all days before it by the root of
 * the last one.
 * @returns 64 hex characters
 */
export function dayRoot(day: {
  day: string;
  draws: number;
  previousRoot: string | null;
  treeRoot: string;
}): string {
  return bytesToHex(
    sha256(utf8ToBytes(`DAY1|${day.day}|${day.draws}|${day.previousRoot ?? ''}|${day.treeRoot}`)),
  );
}
